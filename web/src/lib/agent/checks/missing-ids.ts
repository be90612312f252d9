import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { ScriptIds } from './element-ids.ts';
import { canBecome, HOLE, isAnything } from './id-pattern.ts';
import type { Problem } from './problem.ts';

/** Everything of an app that gives ids to elements or asks for them. */
export interface AppIds {
  /** Ids of each page, as `PageFacts` has them. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
  /** Scripts in files and in pages, under the path of their file. */
  readonly scripts: readonly { readonly path: string; readonly ids: ScriptIds }[];
  /** Texts that nobody read as markup or code: data, pictures, scripts with a syntax error. */
  readonly texts: readonly string[];
  /** The data model: values of rows may become ids. */
  readonly aml: string;
  /** The app loads code from elsewhere, of which nothing is known. */
  readonly loadsOthers: boolean;
}

/**
 * Ids that a script asks for and that nothing in the app could give to an element. An app in which some id is not known
 * before it runs may give any that stands somewhere in it as a text. Without a page there is nothing to compare with.
 */
export function missingIds(app: AppIds): readonly Problem[] {
  const { pages, scripts } = app;
  if (pages.size === 0) return [];
  const given = [...scripts.flatMap(({ ids }) => ids.given), ...[...pages.values()].flat()];
  const isOpen = app.loadsOthers || given.some(isAnything) || scripts.some(({ ids }) => ids.givesAny);
  const patterns = given.filter((id) => !isAnything(id));
  const texts = isOpen ? scripts.flatMap(({ ids }) => ids.texts) : [];
  const read = isOpen ? [...app.texts, app.aml] : app.texts;
  const whole = new Set([...patterns, ...texts]);
  const filled = [...whole].filter((text) => text.includes(HOLE));
  const isGiven = (id: string): boolean =>
    whole.has(id) ||
    filled.some((pattern) => canBecome(pattern, id)) ||
    read.some((text) => hasWord(text, id));

  return scripts.flatMap(({ path, ids }) =>
    ids.asked
      .filter(({ id }) => !isGiven(id))
      .map(({ id, line, col }) => ({
        path,
        line,
        col,
        severity: 'warning' as const,
        code: 'no_such_id',
        message: `No page has an element with the id "${id}", and no script makes one.`,
        hint: hintFor(id, app),
      })),
  );
}

/** Names a file, so that whoever writes that one hears of it too. */
function hintFor(id: string, { pages, scripts }: AppIds): string {
  const sources: (readonly [string, readonly string[]])[] = [
    ...pages,
    ...scripts.map(({ path, ids }) => [path, ids.given] as const),
  ];
  const near = nearest(
    id,
    sources.flatMap(([, ids]) => ids).filter((known) => !known.includes(HOLE)),
  );
  const home = near === null ? undefined : sources.find(([, ids]) => ids.includes(near))?.[0];
  if (home !== undefined) return `Did you mean "${near}", which is in "${home}"?`;
  const page = pages.has('index.html') ? 'index.html' : [...pages.keys()][0];
  return `Give the element that is meant id="${id}" in "${page}", or do without it in the script.`;
}

function hasWord(text: string, word: string): boolean {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\w-]/.test(character);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  }
  return false;
}
