import { scriptSafe } from '../insert-document.ts';
import { escapeHtml, markup, type Html } from './html.ts';
import type { Voice } from './texts.ts';

/** Where a page comes from a server of ours. */
export interface Served {
  /** Permission of the page's policy for its scripts. */
  readonly nonce: string;
  /** The bridge, before anything else runs. */
  readonly bridge: string;
}

/** What the page of any kind is made of. */
export interface WholePage {
  readonly title: string;
  readonly words: Pick<Voice, 'language' | 'direction'>;
  /** Colours, in an element of their own that a script may fill anew. */
  readonly theme: string;
  readonly style: string;
  readonly script: string;
  /** The element `main`; empty in a template: the script makes it then. */
  readonly main: { readonly id: string; readonly content: Html };
  /** JSON of the document and of the options, as they stand in the page. */
  readonly documentJson: string;
  readonly optionsJson: string;
  readonly served: Served | null;
  /** What a page that is only made by its script says without one. */
  readonly noScript: string | null;
}

/** A complete page in one file that asks the network for nothing (spec 4.5, 4.8). */
export function wholePage(page: WholePage): string {
  const { words, served, main } = page;
  const nonce = served === null ? '' : ` nonce="${escapeHtml(served.nonce)}"`;
  const bridge = served === null ? '' : `<script${nonce}>${served.bridge}</script>`;
  const noScript =
    page.noScript === null
      ? ''
      : markup`<noscript><p class="noscript">${page.noScript}</p></noscript>`.markup;
  return `<!doctype html>${bridge}
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(page.title)}</title>
<style id="theme">${page.theme}</style>
<style>${page.style}</style>
</head>
<body>
<main id="${main.id}"${served === null ? '' : ' data-served'}>${main.content.markup}</main>
${noScript}<script id="platform-doc" type="application/json">${scriptSafe(page.documentJson)}</script>
<script id="platform-options" type="application/json">${scriptSafe(page.optionsJson)}</script>
<script${nonce}>${page.script}</script>
</body>
</html>
`;
}
