import type { AppKey } from './apps.ts';
import { madeElsewhere } from './app-words.ts';
import { say, type Move } from './move.ts';
import { CAN_BUILD, followUps, IDENTITY, possibleChanges, REAL_MODEL } from './phrases.ts';

export const THANKS = /\b(thanks?|thank you|great|nice|cool|perfect|well done|awesome)\b/i;
export const GREETING = /^\W*(hi|hello|hey|good (morning|day|evening))\b/i;
export const WHO =
  /\b(who|what)\s+(are|is)\s+(you|this)\b|\bwhat can you\b|\bhelp\b|\bare you (an? )?(ai|real|human|robot)\b/i;

/** The answer to a text that asks for nothing that the demo can do; it never pretends. */
export function talkMove(text: string, hasApp: boolean, app: AppKey | null): Move {
  const elsewhere = madeElsewhere(text);
  if (elsewhere) {
    const { thing, page } = elsewhere;
    return say(
      `${IDENTITY} A ${thing} is not made in an app but on the page ${page}: make a new one there and open its tab Edit, where I can build it with you. Here I can build ${CAN_BUILD}.`,
    );
  }
  if (WHO.test(text) || GREETING.test(text) || text === '') {
    return say(
      `Hello! ${IDENTITY} I need no key and no network, and I really write the files and the data model. I can build ${CAN_BUILD}: try "Build me a guestbook". ${hasApp ? followUps(app) : REAL_MODEL}`,
    );
  }
  if (THANKS.test(text) && text.length < 80) return say(`You are welcome. ${followUps(app)}`);
  const offer = hasApp ? possibleChanges(app) : `I can build ${CAN_BUILD}: try "Build me a guestbook".`;
  return say(
    `${IDENTITY} I did not understand that well enough to do it, and I do not want to pretend. ${offer} ${REAL_MODEL}`,
  );
}
