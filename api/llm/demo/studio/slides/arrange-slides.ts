import { capitalised } from '../clauses.ts';
import { placeForMoved, readPlace } from '../place.ts';
import { invoke, type Reader } from '../wish.ts';
import { findSlide, slideName } from './find-slide.ts';

const REMOVE =
  /^(?:remove|delete|drop|take\s+(?:out|away)|cut|get\s+rid\s+of)\s+(?<target>\S[^\n]{0,200}?)(?:\s+from\s+the\s+(?:deck|slides|presentation))?$/iu;
const MOVE = /^(?:move|put|place|bring|shift)\s+(?<target>\S[^\n]{0,300})$/iu;

/** "Remove slide 3", "delete the slide about costs". */
export const readRemoveSlide: Reader = (clause) => {
  const target = REMOVE.exec(clause)?.groups?.['target'];
  if (target === undefined) return null;
  return (now) => {
    const at = findSlide(target, now);
    if (typeof at === 'string') return { why: at };
    if (now.entries.length === 1) return { why: 'A deck has one slide at least, so I left the last one.' };
    const name = slideName(at, now);
    return {
      call: invoke('remove', { index: at }),
      doing: `I take out ${name}.`,
      done: `${capitalised(name)}, is gone.`.replace(/^(Slide \d+), is/u, '$1 is'),
      touched: null,
    };
  };
};

/** "Move slide 3 to the top", "put the last slide after slide 2". */
export const readMoveSlide: Reader = (clause) => {
  const moved = MOVE.exec(clause)?.groups?.['target'];
  const { place, rest } = readPlace(moved ?? '');
  if (moved === undefined || place === null) return null;
  return (now) => {
    const at = findSlide(rest, now);
    if (typeof at === 'string') return { why: at };
    const to = placeForMoved(place, at, now.entries.length, (words) => findSlide(words, now));
    if (typeof to === 'string') return { why: to };
    const name = slideName(at, now);
    if (to === at) return { why: `${capitalised(name)} stands there already.` };
    return {
      call: invoke('move', { from: at, to }),
      doing: `I move ${name}.`,
      done: `What was ${name} is number ${to + 1} now.`,
      touched: to,
    };
  };
};
