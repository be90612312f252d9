import type { AppKey } from './apps.ts';
import { notYet } from './app-words.ts';
import { say, type Move } from './move.ts';
import { CAN_BUILD, followUps, IDENTITY, possibleChanges, REAL_MODEL } from './phrases.ts';

const THANKS = /\b(thanks?|thank you|great|nice|cool|perfect|well done|awesome)\b/i;
const HELLO = /^\W*(hi|hello|hey|good (morning|day|evening))\b/i;
const WHO =
  /\b(who|what)\s+(are|is)\s+(you|this)\b|\bwhat can you\b|\bhelp\b|\bare you (an? )?(ai|real|human|robot)\b/i;

/** The answer to a text that asks for nothing that the demo can do; it never pretends. */
export function talkMove(text: string, hasApp: boolean, app: AppKey | null): Move {
  const later = notYet(text);
  if (later)
    return say(
      `${IDENTITY} A ${later} is not among the things I can build yet; that comes later. Today I can build ${CAN_BUILD}. ${REAL_MODEL}`,
    );
  if (WHO.test(text) || HELLO.test(text) || text === '') {
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
