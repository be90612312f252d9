import type { FormDocument } from '../../document.ts';
import { MARK_INPUT, TOKEN_INPUT } from '../answer.ts';
import { OPENED, questionMark, SENT, STARTED } from '../marks.ts';
import { currentEntries, questionsOf, type Place } from './place.ts';

/**
 * Tells our server how far this visit gets, each thing once: counts for the author, nothing about the person. What does
 * not arrive is only not counted: told again it could count twice.
 *
 * What the address or a draft filled in counts once somebody went past it: with the first question that is filled in
 * behind it, or with the sending.
 * @returns tells that the answer was sent, for when the page goes on to the thanks
 */
export function tellProgress(place: Place): () => void {
  const { form, document: content, options, isServed } = place;
  const { token } = options;
  if (!isServed || token === null) return () => {};
  const known = new Set<string>();
  let untold: string[] = [];
  const mark = (name: string): void => {
    if (known.has(name)) return;
    known.add(name);
    untold.push(name);
  };
  const tell = (): void => {
    if (untold.length === 0) return;
    const pairs = [[TOKEN_INPUT, token], ...untold.map((name) => [MARK_INPUT, name])];
    untold = [];
    const address = `${location.pathname.replace(/\/$/, '')}/progress`;
    const body = new URLSearchParams(pairs);
    fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
  };
  const markFilled = (fields: FormDocument['fields']): void => {
    const entries = currentEntries(place);
    for (const { key } of fields)
      if (entries.get(key)?.some((value) => value.trim() !== '')) mark(questionMark(key));
  };
  form.addEventListener('input', ({ target }) => {
    const question = target instanceof Element ? target.closest<HTMLElement>('.question') : null;
    const index = question ? questionsOf(place).indexOf(question) : -1;
    const field = content.fields[index];
    if (!field || known.has(questionMark(field.key))) return;
    mark(STARTED);
    markFilled(content.fields.slice(0, index));
    mark(questionMark(field.key));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell();
  });
  window.addEventListener('pagehide', tell);
  mark(OPENED);
  tell();
  return () => {
    mark(STARTED);
    markFilled(content.fields);
    mark(SENT);
    tell();
  };
}
