import { parser } from '@lezer/html';
import type { ElementStep, PointedElement } from './preview-reports.ts';

/** Where an element of a running page stands in the files. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  /** False: a script made the element; this is the nearest one that the page itself has. */
  readonly exact: boolean;
  /** Lines of scripts that name the element's id, classes or words; a few, most telling first. */
  readonly mentions: readonly { readonly file: string; readonly line: number }[];
}

const MOST_MENTIONS = 3;
const MARK = 'data-source-at';

/** The file that answers for a path of the app, as the publish origin chooses it (design 7). */
export function pageFile(files: ReadonlyMap<string, string>, path: string): string | null {
  const name = safeDecode(path.replace(/[?#].*$/, ''));
  const tried = [name, `${name.replace(/\/?$/, '/')}index.html`.replace(/^\//, ''), '404.html', 'index.html'];
  return tried.find((one) => one !== '' && files.has(one)) ?? null;
}

/** Finds an element of the page at a path in the files; null when the page has no file. */
export function locate(
  files: ReadonlyMap<string, string>,
  path: string,
  element: PointedElement,
): SourcePlace | null {
  const file = pageFile(files, path);
  const source = file === null ? undefined : files.get(file);
  if (file === null || source === undefined) return null;
  const { found, exact } = match(readMarked(source), element.chain);
  const at = Number(found.closest(`[${MARK}]`)?.getAttribute(MARK) ?? 0);
  const line = source.slice(0, at).split('\n').length;
  return { file, line, exact, mentions: exact ? [] : mentionsOf(files, element) };
}

/**
 * The page as a browser parses it, each element with the offset of its tag. The offsets are written into a copy as
 * attributes, so that elements which the parser adds, moves or closes by itself keep theirs. Nothing in it runs or loads.
 */
function readMarked(source: string): Document {
  const marks: number[] = [];
  parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name !== 'OpenTag' && name !== 'SelfClosingTag') return;
      const tag = node.getChild('TagName');
      if (tag) marks.push(tag.to);
    },
  });
  let marked = '';
  let from = 0;
  for (const to of marks) {
    marked += `${source.slice(from, to)} ${MARK}="${to}"`;
    from = to;
  }
  return new DOMParser().parseFromString(marked + source.slice(from), 'text/html');
}

/** Goes down from the nearest ancestor that has a known id, as far as the written page and the running one agree. */
function match(page: Document, chain: readonly ElementStep[]): { found: Element; exact: boolean } {
  const known = chain.findLastIndex(({ id }) => id !== '' && page.getElementById(id) !== null);
  let found: Element = page.getElementById(chain[known]?.id ?? '') ?? page.documentElement;
  for (const step of chain.slice(Math.max(known, 0) + 1)) {
    const next = childOf(found, step);
    if (next === null) return { found, exact: false };
    found = next;
  }
  return { found, exact: true };
}

function childOf(parent: Element, { tag, id, classes, nth, of }: ElementStep): Element | null {
  const alike = [...parent.children].filter((child) => child.localName === tag && child.id === id);
  const all = [...parent.children].filter((child) => child.localName === tag);
  if (all.length === of) return all[nth] ?? null;
  // A script added or took away some: only one that is told apart by its classes is surely the same.
  const same = alike.filter(
    (child) => classes.length > 0 && classes.every((name) => child.classList.contains(name)),
  );
  return same.length === 1 && all.length > of ? (same[0] ?? null) : null;
}

function mentionsOf(
  files: ReadonlyMap<string, string>,
  { chain, text }: PointedElement,
): SourcePlace['mentions'] {
  const own = chain.at(-1);
  const words = [own?.id ?? '', ...(own?.classes ?? []), text.slice(0, 40)].filter((word) => word.length > 2);
  const found: { file: string; line: number }[] = [];
  for (const word of words) {
    for (const [file, content] of files) {
      if (!/\.(m?js|html?)$/.test(file) || content.startsWith('data:')) continue;
      const at = content.indexOf(word);
      if (at < 0) continue;
      const line = content.slice(0, at).split('\n').length;
      if (!found.some((one) => one.file === file && one.line === line)) found.push({ file, line });
      if (found.length === MOST_MENTIONS) return found;
    }
  }
  return found;
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
