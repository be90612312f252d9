import { unquoted } from '../clauses.ts';
import { findEntry } from '../find-entry.ts';
import { textIn, type Opened } from '../opened.ts';
import { quote } from '../wish.ts';

const ABOUT =
  /^(?:the\s+)?(?:slide|page|one)\s+(?:about|on|with|called|named|titled|headed|that\s+says)\s+(?:the\s+(?:heading|title)\s+)?/iu;
const COVER = /^(?:the\s+)?(?:title|cover|opening|first)(?:\s+slide)?$/iu;

/** The place from 0 of the slide that words name, or the sentence why there is none. */
export function findSlide(words: string, now: Opened): number | string {
  if (COVER.test(words) && now.entries.length > 0) return 0;
  return findEntry(
    unquoted(words.replace(ABOUT, '')),
    now,
    now.entries.map((slide) => [textIn(slide, 'heading')].filter(Boolean)),
    now.entries.map((slide) => [textIn(slide, 'subtitle'), textIn(slide, 'body'), ...bulletsOf(slide)]),
  );
}

/** How to speak of the slide at a place from 0. */
export function slideName(at: number, { entries }: Opened): string {
  const heading = textIn(entries[at], 'heading');
  return heading === '' ? `slide ${at + 1}` : `slide ${at + 1}, ${quote(heading)}`;
}

export function bulletsOf(slide: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const bullets = slide?.['bullets'];
  return Array.isArray(bullets) ? bullets.map(String) : [];
}
