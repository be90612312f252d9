/** Said to the model before its last step, which has no tools. */
export const LAST_STEP =
  'This is the last step of this turn and no tools are available in it. Say in a few sentences what is done, what remains, and how to go on.';
