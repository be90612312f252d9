import { MARK_INPUT, TOKEN_INPUT } from '../answer.ts';
import { OPENED, questionMark, STARTED } from '../marks.ts';
import { questionsOf, type Place } from './place.ts';

/**
 * Tells our server how far this visit gets, each thing once: counts for the author, nothing about the person. What does
 * not arrive is only not counted.
 * @returns tells what is known now, for when the page goes on to the thanks
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
  form.addEventListener('input', ({ target }) => {
    const question = target instanceof Element ? target.closest<HTMLElement>('.question') : null;
    const field = question && content.fields[questionsOf(place).indexOf(question)];
    if (!field) return;
    mark(STARTED);
    mark(questionMark(field.key));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell();
  });
  window.addEventListener('pagehide', tell);
  mark(OPENED);
  tell();
  return tell;
}
