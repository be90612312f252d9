const LONGEST = 60;

/** The name of a draft without one, as the server gives it too. */
export const UNTITLED = 'Untitled app';

/** A working name for a draft, taken from the first thing that was said about it. */
export function titleFrom(prompt: string): string {
  const line = prompt.trim().split('\n')[0] ?? '';
  const bare = line
    .replace(/^(please\s+)?(can you\s+|could you\s+)?(build|make|create|write|design)\s+(me\s+|us\s+)?/i, '')
    .replace(/^(an?|the|my|our)\s+/i, '')
    .replace(/[.!?\s]+$/, '');
  const text = bare === '' ? line : bare;
  const letters = [...text];
  const cut =
    letters.length <= LONGEST
      ? text
      : `${letters
          .slice(0, LONGEST)
          .join('')
          .replace(/\s+\S*$/, '')}…`;
  return cut === '' ? UNTITLED : cut.charAt(0).toLocaleUpperCase() + cut.slice(1);
}
