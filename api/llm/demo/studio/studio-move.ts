import type { KindId } from '../../../content/kinds.ts';
import type { Move } from '../move.ts';
import type { Step, Transcript } from '../transcript.ts';
import { isUndo, wantsBack } from '../undo.ts';
import { changeMove } from './change.ts';
import { readRequest } from './read-request.ts';
import { backMove, isReport, reportMove, studioTalk } from './talk.ts';
import { asksForUpgrade, upgradeMove } from './upgrade.ts';

export function isStudioTool({ tool }: Step): boolean {
  return tool.startsWith('studio_');
}

/** What the demo answers while a form or a deck is open (spec 4.9): all of it is decided here. */
export function studioMove(kind: KindId, transcript: Transcript, tools: ReadonlySet<string>): Move {
  const { request } = transcript;
  if (isReport(request)) return reportMove(kind, request);
  if (isUndo(request)) return backMove(kind);
  if (asksForUpgrade(request)) return upgradeMove(kind, transcript, tools);
  const asked = readRequest(kind, request);
  if (asked.wishes.length > 0) return changeMove(kind, asked, transcript, tools);
  return wantsBack(request) ? backMove(kind) : studioTalk(kind, request);
}
