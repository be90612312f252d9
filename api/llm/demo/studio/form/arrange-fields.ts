import { placeForMoved, readPlace } from '../place.ts';
import { invoke, type Reader } from '../wish.ts';
import { fieldNamed, findField } from './find-field.ts';

const REMOVE =
  /^(?:remove|delete|drop|take\s+(?:out|away)|cut|get\s+rid\s+of)\s+(?<target>\S[^\n]{0,200}?)(?:\s+(?:from|in)\s+the\s+(?:form|survey|questionnaire|quiz))?$/iu;
const MOVE = /^(?:move|put|place|bring|shift)\s+(?<target>\S[^\n]{0,300})$/iu;

/** "Remove the last question". */
export const readRemoveField: Reader = (clause) => {
  const target = REMOVE.exec(clause)?.groups?.['target'];
  if (target === undefined) return null;
  return (now) => {
    const field = fieldNamed(target, now);
    if (typeof field === 'string') return { why: field };
    return {
      call: invoke('removeField', { key: field.key }),
      doing: `I take the question ${field.name} out.`,
      done: `The question ${field.name} is gone; answers that were given to it are kept.`,
      touched: null,
    };
  };
};

/** "Move the e-mail to the top", "put the rating before the name". */
export const readMoveField: Reader = (clause) => {
  const moved = MOVE.exec(clause)?.groups?.['target'];
  const { place, rest } = readPlace(moved ?? '');
  if (moved === undefined || place === null) return null;
  return (now) => {
    const field = fieldNamed(rest, now);
    if (typeof field === 'string') return { why: field };
    const to = placeForMoved(place, field.at, now.entries.length, (words) => findField(words, now));
    if (typeof to === 'string') return { why: to };
    if (to === field.at)
      return { why: `The question ${field.name} stands there already, as number ${to + 1}.` };
    return {
      call: invoke('moveField', { key: field.key, to }),
      doing: `I move the question ${field.name}.`,
      done: `The question ${field.name} is number ${to + 1} now.`,
      touched: field.key,
    };
  };
};
