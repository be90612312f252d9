import { randomOf } from '../../../web/src/lib/ui/hash.ts';

/** A call of the SDK: the method, what it is given, and for which version a change is made. */
export interface Call {
  /** Which of the page's handles makes it. */
  readonly handle: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** `known`: the version that the host heard last; `behind` and `ahead`: one off; `none`: left out. */
  readonly base: 'none' | 'known' | 'behind' | 'ahead';
}

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const WORDS = ['t', 'title', '"', 'label', '$&', '', 'zzz', '{', 'ä😀', '</script>'];

/** Calls of all operations that need no picture, on forms, good and bad ones mixed; the same for the same seed. */
export function randomCalls(count: number, handles: number, seed: string): readonly Call[] {
  const next = randomOf(seed);
  const whole = (most: number): number => Math.floor(next() * most);
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)] as T;
  const text = (): string => {
    if (next() < 0.15) return pick(['{', '', 'null', '[]', '{"title":1,"fields":[]}', '{"title":"x"}']);
    const keys = KEYS.filter(() => next() < 0.4);
    const fields = keys.map((key) => ({
      type: pick(['text', 'long', 'date']),
      key,
      label: `${key} ${whole(99)}`,
    }));
    return JSON.stringify({ title: `Title ${whole(999)}`, fields }, null, whole(3));
  };
  const operation = (): readonly unknown[] => {
    const key = pick(KEYS);
    return pick([
      ['fieldCount'],
      ['addField', { field: { type: 'text', key, label: `Label ${whole(99)}` }, index: whole(3) }],
      ['addField', { field: { type: 'text', key, label: key } }],
      ['removeField', { key }],
      ['removeField', { key }],
      ['moveField', { key, to: whole(4) }],
      ['updateField', { key, changes: { label: `Label ${whole(99)}`, required: pick([true, null]) } }],
      ['updateField', { key: 1 }],
      ['nothing', {}],
    ]);
  };
  const made: Readonly<Record<string, () => readonly unknown[]>> = {
    setDocument: () => [text()],
    applyEdit: () => [pick(WORDS), pick(WORDS)],
    invoke: operation,
    setRenderer: () => [pick([null, null, '<p>A page</p>'])],
    getSchema: () => [],
    getRenderer: () => [],
    validate: () => [],
    getDocument: () => [],
    getState: () => [],
  };
  const weights = {
    setDocument: 16,
    applyEdit: 14,
    invoke: 34,
    setRenderer: 4,
    getSchema: 1,
    getRenderer: 3,
  };
  const bag = [
    ...Object.entries(weights).flatMap(([method, weight]) => Array.from({ length: weight }, () => method)),
    ...['validate', 'getDocument', 'getState'].flatMap((method) => Array.from({ length: 8 }, () => method)),
  ];
  return Array.from({ length: count }, () => {
    const method = pick(bag);
    const base = next() < 0.75 ? 'none' : pick(['known', 'known', 'behind', 'ahead'] as const);
    return { handle: whole(handles), method, args: made[method]?.() ?? [], base };
  });
}
