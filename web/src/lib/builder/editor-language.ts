import type { Extension } from '@codemirror/state';
import type { AmlOptions } from '@platform/aml-compiler/editor/language.ts';

const AML_FILE = /\.aml$/i;

type Reader = (options: AmlOptions) => Extension;

/** Each language comes with the first file that needs it. */
const LANGUAGES: readonly (readonly [RegExp, () => Promise<Reader>])[] = [
  [
    /\.(html?|svg|xml)$/i,
    () =>
      import('@codemirror/lang-html').then(
        ({ html }) =>
          () =>
            html(),
      ),
  ],
  [
    /\.css$/i,
    () =>
      import('@codemirror/lang-css').then(
        ({ css }) =>
          () =>
            css(),
      ),
  ],
  [
    /\.[mc]?js$/i,
    () =>
      import('@codemirror/lang-javascript').then(
        ({ javascript }) =>
          () =>
            javascript(),
      ),
  ],
  [
    /\.(json|webmanifest)$/i,
    () =>
      import('@codemirror/lang-json').then(
        ({ json }) =>
          () =>
            json(),
      ),
  ],
  [
    /\.(md|markdown)$/i,
    () =>
      import('@codemirror/lang-markdown').then(
        ({ markdown }) =>
          () =>
            markdown(),
      ),
  ],
  [AML_FILE, async () => (await import('@platform/aml-compiler/editor/language.ts')).aml],
];

/** Whether a file holds a data model. */
export function isAml(path: string): boolean {
  return AML_FILE.test(path);
}

/** How the editor reads a file; anything that is not known is plain text. `options` are for data models. */
export async function languageOf(path: string, options: AmlOptions): Promise<Extension> {
  const load = LANGUAGES.find(([pattern]) => pattern.test(path))?.[1];
  return load === undefined ? [] : (await load())(options);
}
