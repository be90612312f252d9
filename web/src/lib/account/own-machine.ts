/** Whether the page comes from this very machine: then there may be no mail server, and the mail is a file here. */
export function isOwnMachine({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
