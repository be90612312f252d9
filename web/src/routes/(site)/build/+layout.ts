/** The builder is for signed-in people and lives in the browser: nothing of it is rendered on the server. */
export const ssr = false;
