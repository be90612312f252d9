import type { Slide } from '../../../../content/slides/document.ts';
import { capitalised, unquoted } from '../clauses.ts';
import { listIn } from '../lists.ts';
import { placeForNew, readPlace } from '../place.ts';
import { invoke, quote, type Reader } from '../wish.ts';
import { findSlide } from './find-slide.ts';

const ADD =
  /^(?:add|insert|include|append|(?:we|i)\s+need)\s+(?:in\s+)?(?:an?\s+|the\s+|another\s+|one\s+more\s+)?(?:new\s+|further\s+)?(?<sort>(?:title|section|text|quote|bullets?|closing|last|final|thank[\s-]?you)\s+)?(?:slide|page)\b(?!\s*(?:deck|show))(?<rest>[^\n]{0,900})$/iu;
const SEVERAL =
  /^(?:add|insert|include|append|make|create)\s+(?:two|three|four|five|six|some|several|a\s+few|more|\d{1,3})\s+(?:more\s+|new\s+|other\s+)*slides\b/iu;
const BULLETS =
  /[,:]?\s*\b(?:with|having)\s+(?:the\s+|these\s+|\w+\s+)?(?:bullets?(?:\s+points?)?|points?|items)\s*:?\s+(?<list>[^\n]{1,600})$/iu;
const LEAD =
  /^\s*(?:(?:about|on|regarding|concerning|for|called|named|titled|headed|with(?:\s+the)?\s+(?:heading|title)|that\s+says|saying|explaining|with)\b|:)?\s*/iu;

/** "Add a slide about costs", "add a slide "Costs" with bullets rent, tools and seeds after slide 2". */
export const readAddSlide: Reader = (clause) => {
  const { sort = '', rest: behind = '' } = ADD.exec(clause)?.groups ?? {};
  if (SEVERAL.test(clause)) {
    return () => ({
      why: 'I add one slide at a time, for I need the words of each: "add a slide about costs".',
    });
  }
  if (!ADD.test(clause)) return null;
  const { place, rest } = readPlace(behind);
  return (now) => {
    const wanted = placeForNew(place, now.entries.length, (words) => findSlide(words, now));
    const at = typeof wanted === 'string' ? now.entries.length : wanted;
    const words = typeof wanted === 'string' ? behind : rest;
    const bullets = listIn(BULLETS.exec(words)?.groups?.['list'] ?? '').map(capitalised);
    const heading = capitalised(unquoted(words.replace(BULLETS, '').replace(LEAD, '')));
    if (heading === '' && bullets.length === 0) {
      return { why: 'What shall the slide say? For example: add a slide about costs.' };
    }
    const slide = newSlide(sort.trim().toLowerCase(), heading, bullets);
    const own = 'bullets' in slide && bullets.length === 0;
    return {
      call: invoke('add', { slide, ...(at < now.entries.length && { index: at }) }),
      doing: 'I add a slide.',
      done: `Slide ${at + 1} is new${heading === '' ? '' : `: ${quote(heading)}`}.${own ? ` Its points are placeholders: say "change bullet 1 of slide ${at + 1} to …".` : ''}`,
      touched: at,
    };
  };
};

function newSlide(sort: string, heading: string, bullets: readonly string[]): Slide {
  if (bullets.length > 0) return { layout: 'bullets', ...(heading !== '' && { heading }), bullets };
  if (/^(?:title|section|thank|closing|last|final)/u.test(sort)) return { layout: 'title', heading };
  if (/^(?:text|quote)/u.test(sort)) return { layout: 'text', heading, body: 'Two or three sentences.' };
  return { layout: 'bullets', heading, bullets: ['Where we stand', 'What matters most', 'What we do next'] };
}
