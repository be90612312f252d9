/** Words of the step between an app's page and the builder. */
export const copy = {
  title: 'Opening the builder',
  busy: 'Opening the builder…',
  failed: 'The builder could not be opened',
  retry: 'Try again',
  back: 'Back to the app',
} as const;
