import { markup, type Html } from '../../page/html.ts';
import { directionOfText } from '../../page/text-direction.ts';
import type { Slide, SlidesDocument } from '../document.ts';
import { paragraphsOf, splitNotes } from './speaker-notes.ts';
import type { Words } from './words.ts';

/**
 * All slides of a deck, one under the other, in reading order. One function for the server, the browser and the file.
 * Text has the direction of its own first letter, and a slide that of the first letter on it.
 */
export function renderDeck({ title, slides }: SlidesDocument, words: Words): Html {
  const opens = isFilled(slides[0]?.heading);
  return markup`${opens ? null : markup`<h1 class="apart" dir="auto">${title}</h1>`}${slides.map(
    (slide, index) => renderSlide(slide, index, slides.length, words),
  )}`;
}

function renderSlide(slide: Slide, index: number, count: number, words: Words): Html {
  const { layout } = slide;
  const { shown } = splitNotes(slide.body);
  const bullets = (slide.bullets ?? []).filter(isFilled);
  const role = layout === 'title' ? (index === 0 ? 'cover' : 'part') : layout;
  const head = renderHead(slide, index === 0 ? 'h1' : 'h2');
  const paragraphs = paragraphsOf(shown).map((text) => markup`<p dir="auto">${text}</p>`);
  const list =
    bullets.length === 0
      ? null
      : markup`<ul role="list">${bullets.map((text) => markup`<li dir="auto">${text}</li>`)}</ul>`;
  const rest =
    paragraphs.length > 0 || list !== null ? markup`<div class="rest">${paragraphs}${list}</div>` : null;
  const kind = `${role}${head === null ? ' headless' : ''}${rest === null ? ' restless' : ''}`;
  const direction = directionOfText([slide.heading, slide.subtitle, shown, ...bullets].join(' '));
  const label = words.say('slideOf', { n: index + 1, count });
  return markup`<section class="slide ${kind}" id="${index + 1}" data-amount="${amountOf([shown, ...bullets])}" data-place="${words.number(index + 1)}" dir="${direction}" tabindex="-1" role="group" aria-roledescription="${words.say('slide')}" aria-label="${label}"><div class="face">${head}${rest}</div></section>
`;
}

function renderHead({ heading, subtitle }: Slide, level: 'h1' | 'h2'): Html | null {
  const [hasHeading, hasSubtitle] = [isFilled(heading), isFilled(subtitle)];
  if (!hasHeading && !hasSubtitle) return null;
  const name = { markup: level };
  const title = hasHeading ? markup`<${name} dir="auto">${heading ?? ''}</${name}>` : null;
  return markup`<div class="head">${title}${hasSubtitle ? markup`<p class="subtitle" dir="auto">${subtitle ?? ''}</p>` : null}</div>`;
}

/** How much there is to read, which decides how large it starts out: a sentence may fill a slide. */
function amountOf(texts: readonly string[]): 'little' | 'some' | 'much' {
  // A line of a list takes the room of some eighty characters however short it is.
  const amount = texts.reduce((sum, text) => sum + (text === '' ? 0 : Math.max(text.length, 60)), 0);
  return amount <= 180 ? 'little' : amount <= 480 ? 'some' : 'much';
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
