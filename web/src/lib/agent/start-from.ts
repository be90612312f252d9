import type { DraftCheck } from './checks/draft.ts';
import type { MarketSource } from './market.ts';
import type { AgentMessage } from './message.ts';
import { forkApp, type ForkResult } from './tools/fork-app.ts';
import { failure, type ToolFailure } from './tools/result.ts';
import { withCall, type TranscriptStore } from './transcript.ts';
import { TurnAnswer } from './turn-answer.ts';
import type { DraftWorkspace } from './workspace.ts';

/** An app of the market, as a person chose it. */
export interface ChosenApp {
  readonly id: string;
  readonly name: string;
}

export interface StartRequest {
  readonly app: ChosenApp;
  readonly workspace: DraftWorkspace;
  readonly market: MarketSource;
  readonly check: DraftCheck;
  readonly store: TranscriptStore;
  /** What the person says by choosing it. */
  readonly message: AgentMessage;
  /** Stop: before anything was loaded nothing is. */
  readonly signal: AbortSignal;
  /** The answer as it grows, for the screen. */
  readonly onAnswer: (answer: AgentMessage) => void;
}

/** Who answers: no model. */
const NOBODY = { provider: '', model: '' } as const;

/**
 * Loads the app that a person chose into the draft: an act of ours, without a model, so that it is the same each time
 * and costs nothing. It stands in the conversation as a call of `market_fork` with its result, so a model that is asked
 * later knows of it, and a cut is found as that of any turn.
 * @throws WorkspaceError when the conversation cannot be saved before: nothing was loaded then
 */
export async function startFrom(request: StartRequest): Promise<AgentMessage> {
  const { app, workspace, market, check, store, message, signal, onAnswer } = request;
  const answer = new TurnAnswer(NOBODY, workspace.state.revision, message, onAnswer);
  const call = { id: `fork-${message.id}`, name: 'market_fork', input: { id: app.id } };
  answer.show(withCall(answer.message, call));
  await store.save([message, answer.message]);
  if (signal.aborted) {
    answer.stop(signal.reason);
  } else {
    const output = await load({ workspace, market, check, messageId: answer.message.id }, app.id);
    const part = {
      type: `tool-${call.name}`,
      toolCallId: call.id,
      state: 'output-available',
      input: call.input,
    } as const;
    answer.show({ ...answer.message, parts: [{ ...part, output }] });
    if (output.ok) {
      answer.add({ type: 'step-start' });
      answer.add({ type: 'text', text: holdsWords(output), state: 'done' });
      answer.found(output.problems, undefined);
      answer.complete(null);
    } else {
      answer.fail(`“${app.name}” was not loaded. ${output.error.message} Your draft is as it was.`);
    }
  }
  answer.finish(workspace.state.revision, null);
  try {
    await store.save([answer.message], 'anyway');
  } catch (error) {
    answer.notSaved(error);
  }
  return answer.message;
}

/** Whatever keeps the app from coming is a failure in words. */
async function load(context: Parameters<typeof forkApp>[0], id: string): Promise<ForkResult | ToolFailure> {
  try {
    return await forkApp(context, id);
  } catch (error) {
    return failure('unavailable', error instanceof Error ? error.message : String(error));
  }
}

function holdsWords({ name, author, files, hasDataModel, removed }: ForkResult): string {
  const count = files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`;
  const holds = `This draft now holds “${name}” by ${author}: ${count}${hasDataModel ? ' and a data model' : ''}.`;
  const before = removed.length > 0 ? ' What was here before is in History.' : '';
  return `${holds}${before} Say what you want to change.`;
}
