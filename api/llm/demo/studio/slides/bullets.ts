import { capitalised, unquoted } from '../clauses.ts';
import { folded } from '../find-entry.ts';
import { joined, listIn } from '../lists.ts';
import type { Opened } from '../opened.ts';
import { toNumber } from '../place.ts';
import { invoke, quote, type Reader, type Step, type Nothing } from '../wish.ts';
import { bulletsOf, findSlide, slideName } from './find-slide.ts';

const NOUN = String.raw`(?:bullet(?:\s+point)?s?|points?)`;
const ON = String.raw`(?:to|on|in|under|of|from)\s+(?<target>(?:the\s+)?(?:\S+\s+)?(?:slide|page|one)\b[^\n"]{0,100}|it|this|"[^"\n]+")`;
const ADD = new RegExp(
  String.raw`^(?:add|insert|include|append)\s+(?:an?\s+|the\s+|another\s+|one\s+more\s+)?(?:new\s+)?${NOUN}(?:\s+${ON.replace('target', 'early')})?(?:\s+(?:about|saying|that\s+says|called|on)\s+|\s*:\s*|\s+)(?<text>\S[^\n]{0,400}?)(?:\s+${ON})?$`,
  'iu',
);
const WHICH = String.raw`(?:the\s+)?(?:(?<nth>\w+)\s+${NOUN}|${NOUN}\s+(?<which>\d{1,2}|"[^"\n]+"))`;
const REMOVE = new RegExp(String.raw`^(?:remove|delete|drop|take\s+out)\s+${WHICH}(?:\s+${ON})?$`, 'iu');
const CHANGE = new RegExp(
  String.raw`^(?:change|set|rename|reword|replace|make)\s+${WHICH}(?:\s+${ON})?\s+(?:to|into|with|by)\s*:?\s+(?<text>\S[^\n]{0,400})$`,
  'iu',
);

/** "Add a bullet "It pays for itself" to slide 2", "remove the last bullet", "change bullet 2 of slide 3 to Less paper". */
export const readBullet: Reader = (clause) => {
  const groups = (CHANGE.exec(clause) ?? REMOVE.exec(clause) ?? ADD.exec(clause))?.groups;
  if (!groups) return null;
  const { text, target = groups['early'], nth, which } = groups;
  const several = /^\S+\s+(?:\S+\s+){0,2}?(?:bullets|(?:bullet\s+)?points)\b/iu.test(clause);
  const words = text === undefined ? null : capitalised(unquoted(text));
  return (now) => {
    const at = target === undefined ? slideWithBullets(now) : findSlide(target.trim(), now);
    if (typeof at === 'string') return { why: at };
    const slide = now.entries[at];
    const layout = slide?.['layout'];
    if (layout !== 'bullets') {
      return { why: `There are no bullets on ${slideName(at, now)}: its layout is ${String(layout)}.` };
    }
    const bullets = bulletsOf(slide);
    const name = slideName(at, now);
    const named = which ?? nth;
    if (named === undefined) {
      if (words === null) return { why: 'What shall the bullet say?' };
      const given = several ? listIn(text ?? '').map(capitalised) : [words];
      const fresh = given.filter((one) => !bullets.some((own) => folded(own) === folded(one)));
      if (fresh.length === 0) return { why: `The bullet ${quote(words)} is there already.` };
      const which = `${fresh.length === 1 ? 'The bullet' : 'The bullets'} ${joined(fresh.map(quote))}`;
      return step(
        at,
        [...bullets, ...fresh],
        `${which} ${fresh.length === 1 ? 'stands' : 'stand'} on ${name}.`,
      );
    }
    const place = findBullet(named, now, bullets);
    if (typeof place === 'string') return { why: place };
    const old = quote(bullets[place] ?? '');
    if (words === null)
      return step(at, bullets.toSpliced(place, 1), `The bullet ${old} is gone from ${name}.`);
    return step(at, bullets.with(place, words), `Bullet ${place + 1} on ${name} reads ${quote(words)} now.`);
  };
};

function step(at: number, bullets: readonly string[], done: string): Step | Nothing {
  if (bullets.length === 0) return { why: 'That is the only bullet there; take the slide out instead.' };
  return {
    call: invoke('update', { index: at, changes: { bullets } }),
    doing: `I change the bullets of slide ${at + 1}.`,
    done,
    touched: at,
  };
}

function findBullet(words: string, now: Opened, bullets: readonly string[]): number | string {
  if (/^last$/iu.test(words)) return bullets.length - 1;
  const number = toNumber(words);
  if (number !== null && number <= bullets.length) return number - 1;
  const found = bullets.findIndex((one) => folded(one).includes(folded(words)));
  return found >= 0 ? found : `I find no bullet ${quote(unquoted(words))} there; it has ${bullets.length}.`;
}

/** Where no slide is named: the one that was spoken of, or the last with bullets. */
function slideWithBullets({ entries, touched }: Opened): number | string {
  const has = (at: number): boolean => entries[at]?.['layout'] === 'bullets';
  if (typeof touched === 'number' && has(touched)) return touched;
  const last = entries.findLastIndex((_slide, at) => has(at));
  return last >= 0 ? last : 'There is no slide with bullets yet: say "add a slide about costs".';
}
