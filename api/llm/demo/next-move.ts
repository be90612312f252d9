import { wantedApp } from './app-words.ts';
import { demoApp } from './apps.ts';
import { buildMove } from './build.ts';
import { changesAnything, readChanges, TITLE_MAX } from './changes.ts';
import { asksForRepair, fixMove, isErrorReport } from './fix.ts';
import { marketMove, marketWish } from './market.ts';
import { say, type Move } from './move.ts';
import { IDENTITY } from './phrases.ts';
import type { DemoRequest } from './request.ts';
import { reviseMove } from './revise.ts';
import { openKind } from './studio/kind.ts';
import { isStudioTool, studioMove } from './studio/studio-move.ts';
import { studioWithoutTools } from './studio/talk.ts';
import { talkMove } from './talk.ts';
import { readTranscript } from './transcript.ts';
import { isUndo, undoMove, wantsBack } from './undo.ts';

const BUILD_VERB = /\b(build|create|generate|start|new|want|need|give me|make (?:me|us|an?))\b/i;
const CHANGE_VERB = /\b(change|rename|set|turn|switch|add|use|recolou?r|call it|make (?:it|the|this))\b/i;

/** What the demo answers to a request: everything it does is decided here, by the words of the last request. */
export function nextMove(asked: DemoRequest): Move {
  const { messages, tools } = asked;
  const transcript = readTranscript(messages);
  const { request, builtBefore, earlier } = transcript;
  const kind = openKind(asked);
  if (kind) return studioMove(kind, transcript, tools);
  if (tools.size === 0 && [...earlier, ...transcript.steps].some(isStudioTool)) return studioWithoutTools();
  // A report quotes the app's own words, which are no wishes.
  if (isErrorReport(request)) return fixMove(request);
  const hasApp = builtBefore !== null || earlier.some(({ tool }) => tool === 'market_fork');
  const changes = readChanges(request);
  const app = wantedApp(request);
  const revises = CHANGE_VERB.test(request) && changesAnything(changes) && !BUILD_VERB.test(request);

  if (isUndo(request) || (wantsBack(request) && !changesAnything(changes))) return undoMove();
  // "Fix the poll" is no request to build it anew over what is there.
  if (hasApp && asksForRepair(request) && !BUILD_VERB.test(request) && !changesAnything(changes))
    return fixMove(request);
  const length = [...(changes.title ?? '')].length;
  if (length > TITLE_MAX) {
    return say(
      `That title is too long: it has ${length} characters, and ${TITLE_MAX} is the limit. I changed nothing. Give me a shorter one, best in quotes: change the title to "Our Wedding".`,
    );
  }

  const market = marketWish(request);
  if (tools.size === 0 && (app || changesAnything(changes) || market))
    return say(withoutTools(transcript.steps.length > 0));
  if (market) return marketMove(market, transcript, tools);
  if (app && !(hasApp && revises)) return buildMove(demoApp(app), changes, transcript, tools);
  if (changesAnything(changes)) return reviseMove(changes, transcript, tools);
  return talkMove(request, hasApp, builtBefore);
}

/** An agent takes the tools away for its last step; that is a time to sum up, not to promise. */
function withoutTools(midway: boolean): string {
  const stop = midway
    ? 'I stop here, because I have no tools left in this step. What is written so far is in the draft; say "continue" and I carry on.'
    : 'This request offers me no tools, so I can only talk, not build.';
  return `${IDENTITY} ${stop}`;
}
