import type { KindId } from '../../../content/kinds.ts';
import { IDENTITY } from '../phrases.ts';
import { isStarter, opened } from './opened.ts';
import { documentAbout, readSample } from './samples.ts';
import { SPOKEN } from './words.ts';
import type { Subject } from './subject.ts';
import { quote, type Wish } from './wish.ts';

/** What is to be built. */
export interface Plan {
  readonly sample: string;
  /** Whether it was asked to make one, and not only named: "make a survey", "survey". */
  readonly asked: boolean;
  /** False where the request only said "a form", so that the sort of it is our choice. */
  readonly sure: boolean;
  readonly subject: Subject | null;
  /** A title that was asked for by its words. */
  readonly title: string | null;
  /** Of a deck: words of a look, such as "dark blue". */
  readonly theme: string;
}

/** A whole new document in the place of what is there. */
export function buildWish(kind: KindId, { sample: name, asked, sure, subject, title, theme }: Plan): Wish {
  const sample = readSample(kind, name);
  const { title: heading, ...rest } = documentAbout(sample, subject, title);
  const document = { title: heading, ...(theme !== '' && { theme }), ...rest };
  const { one, entry } = SPOKEN[kind];
  return (now) => {
    if (!asked && !isStarter(now)) {
      return {
        why: `That would take the place of the ${one} that is here. If you want that, say "make a ${sample.noun}"; otherwise tell me what to change.`,
      };
    }
    const count = opened(kind, JSON.stringify(document), null).entries.length;
    const replaces = isStarter(now) ? '' : ` It takes the place of the ${one} that is here now.`;
    const chosen = sure ? '' : ` You did not say which sort of form, so I chose one.`;
    return {
      call: { tool: 'studio_set_document', args: { document } },
      doing: `${IDENTITY} ${sample.intro}${chosen}${replaces}`,
      done: `Your ${sample.noun} ${quote(String(heading))} is ready, with ${count} ${entry}s. ${sample.remark}`,
      touched: null,
    };
  };
}

/** What to say after it is built. */
export function triesOf(kind: KindId, { sample }: Plan): string {
  const tries = readSample(kind, sample).tries.map((text) => `- ${text}`);
  return `Read through it and try it beside this chat. You can change everything by hand there, or tell me, for example:\n\n${tries.join('\n')}`;
}
