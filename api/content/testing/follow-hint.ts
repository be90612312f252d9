import type { StudioDiagnostic } from '../../errors.ts';
import { pointerSegments } from '../json-place.ts';
import type { Json } from './documents.ts';

/** Does what one hint says, as a person would; the document that comes of it. */
export function followHint(given: unknown, { path = '', hint = '' }: StudioDiagnostic): unknown {
  const document = structuredClone(given);
  const [, quoted = ''] = /`(.*)`/s.exec(hint) ?? [];
  if (hint.startsWith('Add ')) {
    Object.assign(at(document, path) as Json, JSON.parse(`{${quoted}}`));
    return document;
  }
  const [, more] = /^Remove (\d+) entr/.exec(hint) ?? [];
  if (more !== undefined) {
    (at(document, path) as unknown[]).splice(-Number(more));
    return document;
  }
  if (path === '') return JSON.parse(quoted);
  const owner = at(document, path.slice(0, path.lastIndexOf('/'))) as Json;
  const name = pointerSegments(path).at(-1) ?? '';
  const put = (member: string, value: unknown): void => {
    Object.defineProperty(owner, member, { value, enumerable: true, configurable: true, writable: true });
  };
  if (hint.startsWith('Rename ')) put(JSON.parse(quoted) as string, owner[name]);
  if (hint.startsWith('Write ')) put(name, JSON.parse(quoted));
  else delete owner[name];
  return document;
}

function at(document: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>((value, segment) => (value as Json)[segment], document);
}
