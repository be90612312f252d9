import { markup } from '../../page/html.ts';
import type { Language } from '../../page/language.ts';
import { wholePage, type Served } from '../../page/whole-page.ts';
import type { SlidesDocument } from '../document.ts';
import { lookCss, readLook } from './look.ts';
import type { PageOptions } from './options.ts';
import { SCRIPT, STYLE } from './page.generated.js';
import { renderDeck } from './render.ts';
import { wordsIn } from './words.ts';

/**
 * A complete page of a deck with all its slides in the markup: read without scripts, shown and presented with them.
 * @param served null for a file that stands alone
 */
export function deckPage(
  document: SlidesDocument,
  documentJson: string,
  options: PageOptions,
  language: Language,
  served: Served | null,
): string {
  const words = wordsIn(language);
  return wholePage({
    title: document.title,
    words,
    theme: lookCss(readLook(document.theme, options.accent)),
    style: STYLE,
    script: SCRIPT,
    main: { id: 'deck', content: renderDeck(document, words) },
    documentJson,
    optionsJson: JSON.stringify(options),
    served,
    noScript: null,
  });
}

/** The renderer of a deck without one of its own (spec 4.8): the page without a document. */
export function templatePage(): string {
  return wholePage({
    title: 'Slides',
    words: { language: 'en', direction: 'ltr' },
    theme: lookCss(readLook(undefined)),
    style: STYLE,
    script: SCRIPT,
    main: { id: 'deck', content: markup`` },
    documentJson: '',
    optionsJson: '',
    served: null,
    noScript: 'These slides need scripts here.',
  });
}
