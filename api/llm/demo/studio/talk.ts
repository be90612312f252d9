import type { KindId } from '../../../content/kinds.ts';
import { wantedApp } from '../app-words.ts';
import { findColour } from '../colour.ts';
import { isErrorReport } from '../fix.ts';
import { say, type Move } from '../move.ts';
import { IDENTITY, REAL_MODEL } from '../phrases.ts';
import { GREETING, THANKS, WHO } from '../talk.ts';
import { offerToBuild, offerToChange, SPOKEN } from './words.ts';

const OTHER: Readonly<Record<KindId, RegExp>> = {
  form: /\b(?:slide[\s-]?(?:deck|show)s?|slides|decks?|presentations?)\b/iu,
  slides: /\b(?:forms?|surveys?|questionnaires?)\b/iu,
};
const LOOKS = /\b(?:colou?rs?|theme|dark|light|font|background|logo|design|style|look)\b/iu;
const REPORT = /^\[Not finished\b/iu;

/** Whether a text is a report of mistakes and no wish of a person: its words are not to be acted upon. */
export function isReport(text: string): boolean {
  return isErrorReport(text) || REPORT.test(text);
}

export function reportMove(kind: KindId, text: string): Move {
  const { one } = SPOKEN[kind];
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  const found = lines.length > 0 ? `What was reported:\n\n${lines.slice(0, 10).join('\n')}\n\n` : '';
  return say(
    `${IDENTITY} A script cannot mend what it does not understand. ${found}You can mend the ${one} by hand beside this chat, or ask me to build another one.`,
  );
}

export function backMove(kind: KindId): Move {
  const { one, entry } = SPOKEN[kind];
  return say(
    `I keep nothing of what was before, so I cannot take a change back myself; "Take it back" over the message box can, for all of what I did last. Or tell me what the ${one} should be instead, such as "remove the last ${entry}", or change it by hand beside this chat.`,
  );
}

/** An agent takes the tools away for its last step. */
export function studioWithoutTools(): Move {
  return say(
    `${IDENTITY} I stop here, because I can only talk in this step. What is done so far is kept; say "continue" and I carry on.`,
  );
}

/** The answer to a text that asks for nothing that the demo can do here; it never pretends. */
export function studioTalk(kind: KindId, text: string): Move {
  const { one } = SPOKEN[kind];
  const offer = `${offerToBuild(kind)} ${offerToChange(kind)}`;
  const app = wantedApp(text);
  if (OTHER[kind].test(text)) {
    const other = SPOKEN[kind === 'form' ? 'slides' : 'form'];
    return say(
      `This is a ${one}. A ${other.one} is made on the page ${other.page}, under Edit. Here ${offer}`,
    );
  }
  if (app) return say(`This is a ${one}; apps are made on the page Build. Here ${offer}`);
  if (WHO.test(text) || GREETING.test(text) || text === '')
    return say(`Hello! ${IDENTITY} ${offer} ${REAL_MODEL}`);
  if (THANKS.test(text) && text.length < 80) return say(`You are welcome. ${offerToChange(kind)}`);
  if (kind === 'form' && (LOOKS.test(text) || findColour(text) !== null)) {
    return say(
      `${IDENTITY} How a form looks is not written in the form: its colour is set under Settings. ${offerToChange(kind)}`,
    );
  }
  return say(
    `${IDENTITY} I did not understand that well enough to do it, and I do not want to pretend. ${offer} ${REAL_MODEL}`,
  );
}
