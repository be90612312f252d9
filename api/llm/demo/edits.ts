import type { AppFiles, AppPath } from './apps.ts';
import type { Changes } from './changes.ts';
import { accentFor } from './colour.ts';
import { escapeHtml, toMarkup } from './field.ts';

/** One exact replacement in one file, as `edit_file` takes it. */
export interface Edit {
  readonly path: AppPath;
  readonly find: string;
  readonly replace: string;
}

/** What to do to the files; `missing` says in words what was looked for and not found. */
export interface EditPlan {
  readonly edits: readonly Edit[];
  readonly missing: readonly string[];
}

type Sources = Partial<AppFiles>;

/** The name under which the AML is read like a file. */
export const AML_PATH = 'model.aml';

/** The files that have to be read before these changes can be planned. */
export function filesToRead(changes: Changes): readonly AppPath[] {
  const page = changes.title !== null || changes.field !== null || changes.options.length > 0;
  const style = changes.colour !== null || changes.theme !== null;
  return [...(page ? (['index.html'] as const) : []), ...(style ? (['style.css'] as const) : [])];
}

/** Plans the edits for what is in the files now; a find text stands in its file exactly once. */
export function planEdits(changes: Changes, sources: Sources): EditPlan {
  const page = sources['index.html'] ?? '';
  const style = sources['style.css'] ?? '';
  const found: Edit[] = [];
  const missing: string[] = [];
  const plan = (path: AppPath, find: string | null, replace: string, what: string): void => {
    const text = path === 'index.html' ? page : style;
    if (find === null || text.split(find).length !== 2) missing.push(what);
    else if (find !== replace) found.push({ path, find, replace });
  };

  if (changes.title !== null) {
    const title = escapeHtml(changes.title);
    plan(
      'index.html',
      match(page, /<title>[^<]*<\/title>/),
      `<title>${title}</title>`,
      'the <title> of index.html',
    );
    const heading = match(page, /<h1\b[^>]*>[^<]*<\/h1>/);
    const opening = heading?.slice(0, heading.indexOf('>') + 1) ?? '';
    plan('index.html', heading, `${opening}${title}</h1>`, 'one <h1> heading with plain text in index.html');
  }
  if (changes.colour !== null) {
    const { light, dark } = accentFor(changes.colour);
    const accent = `--accent: light-dark(${light}, ${dark});`;
    plan('style.css', match(style, /--accent:[^;}]*;/), accent, 'the --accent colour in style.css');
  }
  if (changes.theme !== null) {
    const scheme = `color-scheme: ${changes.theme};`;
    plan('style.css', match(style, /color-scheme:[^;}]*;/), scheme, 'the color-scheme line in style.css');
  }
  // What is in the page already is not put there twice: a page is planned anew when it changed elsewhere.
  if (changes.field !== null && !page.includes(toMarkup(changes.field))) {
    const anchor = '<p class="actions">';
    const markup = `${toMarkup(changes.field)}\n        ${anchor}`;
    plan(
      'index.html',
      anchor,
      markup,
      'the row of buttons (<p class="actions">) of a single form in index.html',
    );
  }
  const wanted = changes.options.filter((option) => !page.includes(toOption(option)));
  if (wanted.length > 0) {
    const options = wanted.map((option) => `  ${toOption(option)}\n        `).join('');
    plan(
      'index.html',
      '</fieldset>',
      `${options}</fieldset>`,
      'the list of options (<fieldset>) in index.html',
    );
  }
  return { edits: found, missing };
}

/** The text after all edits of its file. */
export function applyEdits(path: AppPath, text: string, edits: readonly Edit[]): string {
  return edits
    .filter((edit) => edit.path === path)
    .reduce((now, { find, replace }) => now.replace(find, () => replace), text);
}

/** Markup of one option of the poll. */
export function toOption(option: string): string {
  const text = escapeHtml(option);
  return `<label><input type="radio" name="choice" value="${text}" required /> ${text}</label>`;
}

function match(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[0] ?? null;
}
