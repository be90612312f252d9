import { hasOptions, hasRange } from '../form/document.ts';
import type { KindId } from '../kinds.ts';
import type { Json } from './documents.ts';

/** A mistake that was put into a document, and how it has to be told. */
export interface Planted {
  readonly code: string;
  /** JSON pointer, below the object that was spoiled until `plantMistakes` puts that before it. */
  readonly path: string;
  /** What its message has to name. */
  readonly names: string;
}

/** One way to spoil an object. */
interface Way {
  /** Of ways with a part in common one is taken for an object. */
  readonly part: string;
  /** Null where it does not apply. @param before the same list's object before, unless its key was touched */
  plant(at: Json, before: Json | null): Planted | null;
}

function give(part: string, member: string, value: unknown, code: string, below = ''): Way {
  const path = `/${member}${below}`;
  const names = below === '' ? member : nameOf(below);
  return { part, plant: (at) => (put(at, member, structuredClone(value)), { code, path, names }) };
}

function leaveOut(part: string, member: string): Way {
  return {
    part,
    plant: (at) => (Reflect.deleteProperty(at, member), { code: 'missing_member', path: '', names: member }),
  };
}

function misspell(part: string, member: string, as: string): Way {
  return {
    part,
    plant(at) {
      put(at, as, at[member]);
      delete at[member];
      return { code: 'unknown_member', path: `/${as}`, names: as };
    },
  };
}

function onlyIf(test: (at: Json) => boolean, way: Way): Way {
  return { ...way, plant: (at, before) => (test(at) ? way.plant(at, before) : null) };
}

const withOptions = (at: Json): boolean => hasOptions(at['type']);
const withRange = (at: Json): boolean => hasRange(at['type']);
const plain = (at: Json): boolean => !withOptions(at) && !withRange(at);

const ROOT: Readonly<Record<KindId, readonly Way[]>> = {
  form: [
    give('title', 'title', 7, 'wrong_type'),
    leaveOut('title', 'title'),
    misspell('title', 'title', 'titel'),
    give('desc', 'desc', null, 'wrong_type'),
    give('more', 'footer', 'x', 'unknown_member'),
  ],
  slides: [
    give('title', 'title', ['x'], 'wrong_type'),
    leaveOut('title', 'title'),
    give('theme', 'theme', false, 'wrong_type'),
    give('more', 'speaker', {}, 'unknown_member'),
  ],
};

const ENTRY: Readonly<Record<KindId, readonly Way[]>> = {
  form: [
    give('label', 'label', 5, 'wrong_type'),
    leaveOut('label', 'label'),
    misspell('label', 'label', 'lable'),
    give('key', 'key', '', 'empty_text'),
    give('key', 'key', 'x'.repeat(101), 'too_long'),
    give('key', 'key', 'a\nb', 'bad_characters'),
    give('key', 'key', '\ud800', 'bad_characters'),
    give('key', 'key', 12, 'wrong_type'),
    leaveOut('key', 'key'),
    {
      part: 'key',
      plant(at, before) {
        if (before === null) return null;
        at['key'] = before['key'];
        return { code: 'duplicate_key', path: '/key', names: JSON.stringify(before['key']) };
      },
    },
    give('required', 'required', 'yes', 'wrong_type'),
    onlyIf(plain, give('type', 'type', 'txt', 'unknown_value')),
    onlyIf(plain, leaveOut('type', 'type')),
    onlyIf((at) => !withOptions(at), give('type', 'options', [''], 'not_allowed')),
    onlyIf((at) => !withRange(at), give('type', 'range', { min: 3 }, 'not_allowed')),
    onlyIf(withOptions, give('type', 'options', [], 'too_few_items')),
    onlyIf(withOptions, give('type', 'options', ['a', ''], 'empty_text', '/1')),
    onlyIf(withOptions, give('type', 'options', [null, 'b'], 'wrong_type', '/0')),
    onlyIf(withOptions, give('type', 'options', 'a, b', 'wrong_type')),
    onlyIf(withOptions, leaveOut('type', 'options')),
    onlyIf(withRange, give('type', 'range', { min: 4, max: 4 }, 'range_order')),
    onlyIf(withRange, give('type', 'range', { min: 0, max: -5 }, 'range_order')),
    onlyIf(withRange, give('type', 'range', { min: 'low', max: 5 }, 'wrong_type', '/min')),
    onlyIf(withRange, give('type', 'range', { min: 0, max: 4, step: 2 }, 'unknown_member', '/step')),
    give('more', 'wholly_else', null, 'unknown_member'),
    give('more', '__proto__', {}, 'unknown_member'),
    give('more', 'a/b~c', 1, 'unknown_member'),
  ],
  slides: [
    onlyIf((at) => !Object.hasOwn(at, 'bullets'), give('layout', 'layout', 'picture', 'unknown_value')),
    onlyIf((at) => !Object.hasOwn(at, 'bullets'), leaveOut('layout', 'layout')),
    onlyIf((at) => at['layout'] !== 'bullets', give('layout', 'bullets', 'x', 'not_allowed')),
    onlyIf((at) => at['layout'] === 'bullets', give('layout', 'bullets', ['x', 5], 'wrong_type', '/1')),
    misspell('heading', 'heading', 'headign'),
    give('heading', 'heading', 1, 'wrong_type'),
    give('body', 'body', null, 'wrong_type'),
    give('subtitle', 'subtitle', ['x'], 'wrong_type'),
    give('more', 'notes', 'x', 'unknown_member'),
  ],
};

const LIST: Readonly<Record<KindId, string>> = { form: 'fields', slides: 'slides' };

/**
 * Spoils a document in as many places as there are picks, and fewer where two would be in each other's way.
 * @param picks any whole numbers; each chooses an object of the document and a way
 */
export function plantMistakes(kind: KindId, document: Json, picks: readonly number[]): readonly Planted[] {
  const list = document[LIST[kind]] as Json[];
  const planted: Planted[] = [];
  const parts = new Set<string>();
  const chosen = picks
    .map((pick) => ({ pick, index: (pick % (list.length + 1)) - 1 }))
    .toSorted((a, b) => a.index - b.index);
  for (const { pick, index } of chosen) {
    const at = index < 0 ? document : list[index];
    const ways = index < 0 ? ROOT[kind] : ENTRY[kind];
    const way = ways[Math.floor(pick / (list.length + 1)) % ways.length];
    if (at === undefined || way === undefined || parts.has(`${index} ${way.part}`)) continue;
    const before = parts.has(`${index - 1} key`) ? null : (list[index - 1] ?? null);
    const made = way.plant(at, before);
    if (made === null) continue;
    parts.add(`${index} ${way.part}`);
    const owner = index < 0 ? '' : `/${LIST[kind]}/${index}`;
    planted.push({ ...made, path: owner + escaped(made.path) });
  }
  return planted;
}

/** The one member with a slash and a tilde in its name. */
function escaped(path: string): string {
  return path === '/a/b~c' ? '/a~1b~0c' : path;
}

/** Also where the name is one that objects have of themselves. */
function put(at: Json, member: string, value: unknown): void {
  Object.defineProperty(at, member, { value, enumerable: true, configurable: true, writable: true });
}

/** How a message calls what a pointer ends in: entries of lists count from 1. */
function nameOf(below: string): string {
  const name = below.slice(1);
  return /^\d+$/.test(name) ? String(Number(name) + 1) : name;
}
