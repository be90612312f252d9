/** A line that is just this word ends what is shown; what follows is the speaker's. */
const NOTES = /^[ \t]*notes:[ \t]*$/im;

/**
 * What of a slide's `body` is shown, and what is for the speaker: the lines after one that is just `Notes:`. The schema
 * has no member for notes (spec 2.4), so they are a convention of this page.
 */
export function splitNotes(body: string | undefined): { readonly shown: string; readonly notes: string } {
  const text = body ?? '';
  const mark = NOTES.exec(text);
  if (!mark) return { shown: text.trim(), notes: '' };
  return { shown: text.slice(0, mark.index).trim(), notes: text.slice(mark.index + mark[0].length).trim() };
}

/** The paragraphs of a text: blank lines stand between them. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((one) => one.trim() !== '');
}
