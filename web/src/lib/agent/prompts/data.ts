/** For an app that stores something already. */
export const WITH_DATA = `This app has a data model, and rows may be stored by it:
- Read the model below before you change it, and keep what the person did not ask to change. Renaming without @was leaves the old values behind.
- A new required field needs a @default, or the rows that are there have none.
- Pages show what is stored: read it when they open, and again after each change. Never keep in localStorage what belongs to the model.`;

/** For an app that stores nothing so far. */
export const WITHOUT_DATA = `This app has no data model, so it stores nothing on the server:
- Write one only when something is to be kept for others or for other devices. A page that only shows, computes or plays needs none.
- Do not call window.platform.submit, query or graphql while there is no model: they would fail.`;
