import type { DraftState } from '../workspace.ts';
import { AML_PATH } from './aml-path.ts';
import { missingModels, NO_SUCH_MODEL } from '../data-use/missing-models.ts';
import { lostUses, type AppData, type LostUse } from '../data-use/lost-names.ts';
import { readAml } from './aml.ts';
import { checkJson } from './json.ts';
import { KeptReadings } from './kept-readings.ts';
import { missingIds } from './missing-ids.ts';
import { readPage, type PageFacts } from './page.ts';
import type { Problem } from './problem.ts';
import { isHostAbsolute, resolveReference } from './resolve.ts';
import { readScript, type ScriptFacts, type ScriptImport } from './script.ts';
import { readStyle } from './style.ts';

/** What is checked: the texts of one revision. */
export type CheckedDraft = Pick<DraftState, 'files' | 'aml'>;

/** Finds what `checkDraft` finds, perhaps in another thread. */
export type DraftCheck = (draft: CheckedDraft) => Promise<readonly Problem[]>;

/**
 * Everything that can be known to be wrong without running the app: syntax of every file, references to files that
 * are not there, imports that no import map names, elements that scripts look for and nobody makes, and the data model.
 */
export function checkDraft(draft: CheckedDraft): readonly Problem[] {
  return new DraftChecker().check(draft);
}

/** The same for a draft that changes: only files whose text is new are read again. */
export class DraftChecker {
  readonly #scripts = new KeptReadings(readScript);
  readonly #pages = new KeptReadings(readWholePage);
  readonly #styles = new KeptReadings(readStyle);
  readonly #json = new KeptReadings((path: string, source: string) => checkJson(path, source));
  readonly #models = new KeptReadings((_path, source: string) => readAml(source));

  check({ files, aml }: CheckedDraft): readonly Problem[] {
    const { scripts, pages } = this.#read(files);
    const found: Problem[] = [];
    const context: Context = { files, scripts, mapped: mappedSpecifiers(pages) };
    for (const [path, source] of files) {
      if (/\.css$/i.test(path)) {
        const { problems, references } = this.#styles.of(path, source);
        found.push(...problems, ...references.flatMap((ref) => missing(path, ref.value, ref, context)));
      } else if (isSecretByName(path)) found.push(publicSecret(path));
      else if (/\.json$/i.test(path)) found.push(...this.#json.of(path, source));
    }
    const { problems, ir } = this.#models.of(AML_PATH, aml);
    for (const kept of [this.#scripts, this.#pages, this.#styles, this.#json, this.#models])
      kept.forgetUnused();
    const unknown = ir === null ? [] : missingModels(dataOf(allScripts(context, pages)), ir);
    return [...problems, ...problemsAcross(context, pages, aml), ...unknown, ...found];
  }

  /**
   * Where the files still name a model or a field that the data model had before and has no longer. Nothing is said
   * while one of the two models has mistakes.
   */
  lost({ files, aml }: CheckedDraft, before: string): readonly LostUse[] {
    const [was, now] = [readAml(before).ir, readAml(aml).ir];
    if (was === null || now === null) return [];
    const { scripts, pages } = this.#read(files);
    return lostUses(dataOf(allScripts({ scripts }, pages)), was, now);
  }

  #read(files: CheckedDraft['files']): {
    readonly scripts: ReadonlyMap<string, ScriptFacts>;
    readonly pages: ReadonlyMap<string, WholePage>;
  } {
    const scripts = new Map<string, ScriptFacts>();
    const pages = new Map<string, WholePage>();
    for (const [path, source] of files) {
      if (/\.m?js$/i.test(path) && !isBinary(source)) scripts.set(path, this.#scripts.of(path, source));
      else if (/\.html?$/i.test(path)) pages.set(path, this.#pages.of(path, source));
    }
    return { scripts, pages };
  }
}

/** Scripts within pages, and those in files. */
function allScripts(
  { scripts }: Pick<Context, 'scripts'>,
  pages: ReadonlyMap<string, WholePage>,
): readonly FoundScript[] {
  const inline = [...pages].flatMap(([path, page]) => page.inline.map((facts) => ({ path, facts })));
  return [...inline, ...[...scripts].map(([path, facts]) => ({ path, facts }))];
}

function dataOf(scripts: readonly FoundScript[]): AppData {
  return scripts.flatMap(({ path, facts: { data } }) => (data === null ? [] : [{ path, data }]));
}

/** Problems of pages and scripts, and those that lie between files. */
function problemsAcross(
  context: Context,
  pages: ReadonlyMap<string, WholePage>,
  aml: string,
): readonly Problem[] {
  const { files } = context;
  const problems: Problem[] = [];
  if (files.size > 0 && !files.has('index.html')) {
    problems.push({
      path: 'index.html',
      line: 1,
      col: 1,
      severity: 'error',
      code: 'no_index',
      message: 'The app has no index.html, so there is nothing to open.',
      hint: 'Write index.html.',
    });
  }
  for (const [path, facts] of pages) problems.push(...checkPage(path, facts, context));
  const found = allScripts(context, pages);
  for (const { path, facts } of found) {
    problems.push(...facts.problems, ...checkImports(path, facts.imports, context));
  }
  problems.push(...checkIds(pages, found, { files, aml }));
  return problems;
}

/** The problems that concern one write: those in that file, and those elsewhere that only it can mend. */
export function problemsOf(problems: readonly Problem[], path: string): readonly Problem[] {
  return problems.filter(
    (problem) =>
      problem.path === path ||
      (path === AML_PATH ? problem.code === NO_SUCH_MODEL : problem.hint?.includes(`"${path}"`)),
  );
}

interface Context {
  readonly files: ReadonlyMap<string, string>;
  readonly scripts: ReadonlyMap<string, ScriptFacts>;
  /** Bare specifiers and prefixes (ending in `/`) that an import map names. */
  readonly mapped: ReadonlySet<string>;
}

/** Where other programs keep keys; here it is a file like any other. */
function isSecretByName(path: string): boolean {
  return /(?:^|\/)\.env(?:\.[^/]*)?$/i.test(path);
}

function publicSecret(path: string): Problem {
  return {
    path,
    line: 1,
    col: 1,
    severity: 'warning',
    code: 'public_file',
    message: 'Everybody can read this file once the app is published, as all of its files.',
    hint: 'Keep no key and no password in it; nothing of the app runs where a visitor could not see it.',
  };
}

/** Binary files are data: URLs (design 4): nothing to read in them. */
function isBinary(source: string): boolean {
  return source.startsWith('data:');
}

function mappedSpecifiers(pages: ReadonlyMap<string, PageFacts>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { importMap } of pages.values()) {
    if (importMap === null) continue;
    try {
      const map: unknown = JSON.parse(importMap.source);
      if (typeof map !== 'object' || map === null || !('imports' in map)) continue;
      for (const name of Object.keys(map.imports ?? {})) names.add(name);
    } catch {
      // Reported by checkPage, with its place.
    }
  }
  return names;
}

/** A page with its inline scripts read. */
type WholePage = PageFacts & { readonly inline: readonly ScriptFacts[] };

function readWholePage(path: string, source: string): WholePage {
  const page = readPage(path, source);
  return {
    ...page,
    inline: page.inlineScripts.map((script) => readScript(path, script.source, script.line - 1)),
  };
}

function checkPage(path: string, facts: WholePage, context: Context): readonly Problem[] {
  const problems = [...facts.problems];
  if (facts.importMap !== null)
    problems.push(...checkJson(path, facts.importMap.source, facts.importMap.line - 1));
  for (const reference of facts.references) {
    problems.push(...missing(path, reference.value, reference, context));
    const target = resolveReference(path, reference.value);
    const script = target === null ? undefined : context.scripts.get(target);
    if (reference.tag === 'script' && !reference.module && script?.isModule) {
      problems.push({
        path,
        line: reference.line,
        col: reference.col,
        severity: 'error',
        code: 'not_a_module',
        message: `${reference.value} uses import or export, but is loaded as a classic script.`,
        hint: `Write <script type="module" src="${reference.value}"></script>.`,
      });
    }
  }
  return problems;
}

interface FoundScript {
  readonly path: string;
  readonly facts: ScriptFacts;
}

function checkIds(
  pages: ReadonlyMap<string, PageFacts>,
  scripts: readonly FoundScript[],
  { files, aml }: CheckedDraft,
): readonly Problem[] {
  const isRead = (path: string): boolean => /\.(css|html?)$/i.test(path) || /\.m?js$/i.test(path);
  const unread = new Set(scripts.filter(({ facts }) => facts.ids === null).map(({ path }) => path));
  const isElsewhere = (address: string): boolean => /^([a-z][a-z0-9+.-]*:)?\/\//i.test(address);
  return missingIds({
    pages: new Map([...pages].map(([path, { ids }]) => [path, ids])),
    scripts: scripts.flatMap(({ path, facts: { ids } }) => (ids === null ? [] : [{ path, ids }])),
    texts: [...files].flatMap(([path, text]) =>
      (unread.has(path) || !isRead(path)) && !isBinary(text) ? [text] : [],
    ),
    aml,
    loadsOthers:
      scripts.some(({ facts }) => facts.imports.some(({ specifier }) => !/^\.{0,2}\//.test(specifier))) ||
      [...pages.values()].some(({ references }) =>
        references.some(({ tag, value }) => tag === 'script' && isElsewhere(value)),
      ),
  });
}

function checkImports(path: string, imports: readonly ScriptImport[], context: Context): readonly Problem[] {
  return imports.flatMap((entry): readonly Problem[] => {
    const { specifier, names, line, col } = entry;
    if (!/^\.{0,2}\//.test(specifier)) return bare(path, entry, context);
    const lost = missing(path, specifier, entry, context);
    if (lost.length > 0) return lost;
    const target = resolveReference(path, specifier);
    const offered = target === null ? null : (context.scripts.get(target)?.exports ?? null);
    if (offered === null) return [];
    return names
      .filter((name) => !offered.has(name))
      .map((name) => ({
        path,
        line,
        col,
        severity: 'error' as const,
        code: 'no_such_export',
        message: `${specifier} has no export named ${name}.`,
        hint: `"${target}" exports: ${[...offered].join(', ') || 'nothing'}.`,
      }));
  });
}

function bare(path: string, { specifier, line, col }: ScriptImport, { mapped }: Context): readonly Problem[] {
  if (/^[a-z][a-z0-9+.-]*:/i.test(specifier)) return [];
  if (mapped.has(specifier)) return [];
  if ([...mapped].some((name) => name.endsWith('/') && specifier.startsWith(name))) return [];
  return [
    {
      path,
      line,
      col,
      severity: 'error',
      code: 'bare_import',
      message: `The browser does not know where "${specifier}" is.`,
      hint: `Add it to an import map in index.html, for example "${specifier}": "https://esm.sh/${specifier}", before any module script.`,
    },
  ];
}

function missing(
  path: string,
  value: string,
  { line, col }: { readonly line: number; readonly col: number },
  { files }: Context,
): readonly Problem[] {
  const target = resolveReference(path, value);
  if (target === null) return [];
  const place = { path, line, col };
  if (isHostAbsolute(value)) {
    return [
      {
        ...place,
        severity: 'error',
        code: 'absolute_path',
        message: `${value} begins at the host's root, where the app is not.`,
        hint: `Write a relative path: ./${target}`,
      },
    ];
  }
  if (files.has(target)) return [];
  return [
    {
      ...place,
      severity: 'warning',
      code: 'missing_file',
      message: `${value} is not among the files yet.`,
      hint: `Write "${target}", or take the reference out.`,
      target,
    },
  ];
}
