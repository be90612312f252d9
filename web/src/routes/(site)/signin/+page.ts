/**
 * Rendered in the browser only: a form that is there before its script would be sent by the browser itself, and put
 * the password into the address.
 */
export const ssr = false;
