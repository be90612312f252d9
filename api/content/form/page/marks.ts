/** What a page tells of a visit, once for each load: that it was opened, that something was filled in, where, and that it was sent. */
export const OPENED = 'opened';
export const STARTED = 'started';
export const SENT = 'sent';

/** The mark of a question that was filled in. */
export function questionMark(key: string): string {
  return `question:${key}`;
}
