import { escapeHtml } from '../../page/html.ts';
import { readLook } from './look.ts';

/**
 * What a site's author pastes to show a deck in a page: a frame in the shape of its slides, as wide as there is room. The
 * snippet says the shape itself, so that it needs no script and nothing jumps while it loads.
 * @param address of the deck's page, as it is given out
 * @param title what the frame is called for screen readers
 * @param theme of the deck (spec 2.4)
 */
export function embedDeckSnippet(address: string, title: string, theme: string | undefined): string {
  const { width, height } = readLook(theme);
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" loading="lazy" allowfullscreen style="display:block;width:100%;aspect-ratio:${width}/${height};border:0"></iframe>`;
}
