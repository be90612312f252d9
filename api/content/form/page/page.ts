import { scriptSafe } from '../../insert-document.ts';
import { escapeHtml, markup, type Html } from './html.ts';
import { SCRIPT, STYLE } from './page.generated.js';
import { themeCss } from './theme.ts';
import type { Words } from './words.ts';

/** What a whole page is made of. */
export interface PageParts {
  readonly title: string;
  readonly words: Pick<Words, 'language' | 'direction'>;
  readonly accent: string | null;
  /** Empty in the template: the script makes it then. */
  readonly main: Html;
  /** JSON of the document and of the options, as they stand in the page. */
  readonly documentJson: string;
  readonly optionsJson: string;
  readonly served: {
    /** Permission of the page's policy for its scripts. */
    readonly nonce: string;
    /** The bridge, before anything else runs. */
    readonly bridge: string;
  } | null;
}

/** A complete page of a form: one file that asks the network for nothing. */
export function wholePage({
  title,
  words,
  accent,
  main,
  documentJson,
  optionsJson,
  served,
}: PageParts): string {
  const nonce = served === null ? '' : ` nonce="${escapeHtml(served.nonce)}"`;
  const bridge = served === null ? '' : `<script${nonce}>${served.bridge}</script>`;
  const noScript =
    served === null ? '<noscript><p class="noscript">This form needs scripts here.</p></noscript>' : '';
  return `<!doctype html>${bridge}
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style id="theme">${themeCss(accent)}</style>
<style>${STYLE}</style>
</head>
<body>
<main id="form-page"${served === null ? '' : ' data-served'}>${main.markup}</main>
${noScript}<script id="platform-doc" type="application/json">${scriptSafe(documentJson)}</script>
<script id="platform-options" type="application/json">${scriptSafe(optionsJson)}</script>
<script${nonce}>${SCRIPT}</script>
</body>
</html>
`;
}

/** The renderer of a form without one of its own (spec 4.8): the page without a document. */
export function templatePage(): string {
  return wholePage({
    title: 'Form',
    words: { language: 'en', direction: 'ltr' },
    accent: null,
    main: markup``,
    documentJson: '',
    optionsJson: '',
    served: null,
  });
}
