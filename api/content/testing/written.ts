import type { Place } from '../json-place.ts';
import type { Json } from './documents.ts';

/** A document's JSON as a person might lay it out, and where each JSON pointer leads in it. */
export interface Written {
  readonly text: string;
  readonly places: ReadonlyMap<string, Place>;
}

/** Writes JSON and notes the place of each value and member as it goes, so that it knows them without reading. */
export function writeJson(value: unknown, { line = '\n', indent = '  ' } = {}): Written {
  const places = new Map<string, Place>();
  let [text, row, lineStart] = ['', 1, 0];
  const add = (part: string): void => {
    text += part;
  };
  const begin = (depth: number): void => {
    if (line === '') return;
    add(line);
    row += 1;
    lineStart = text.length;
    add(indent.repeat(depth));
  };
  const note = (pointer: string): void => {
    places.set(pointer, { line: row, col: text.length - lineStart + 1 });
  };
  const write = (one: unknown, pointer: string, depth: number): void => {
    if (typeof one !== 'object' || one === null) return add(JSON.stringify(one));
    const isList = Array.isArray(one);
    const entries = Object.entries(one as Json);
    add(isList ? '[' : '{');
    entries.forEach(([name, inner], index) => {
      if (index > 0) add(',');
      begin(depth + 1);
      const below = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      note(below);
      if (!isList) add(`${JSON.stringify(name)}: `);
      write(inner, below, depth + 1);
    });
    if (entries.length > 0) begin(depth);
    add(isList ? ']' : '}');
  };
  note('');
  write(value, '', 0);
  return { text, places };
}
