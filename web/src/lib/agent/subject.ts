import type { ToolSet } from 'ai';
import type { Problem } from './checks/problem.ts';
import type { FinishCheck } from './finish-check.ts';
import type { AgentMessage } from './message.ts';

/** What a turn works on: the draft of an app, or the document in a Studio. The turn itself knows neither. */
export interface TurnSubject {
  /** Number of its newest state. It rises with every change, whoever makes it. */
  readonly revision: number;
  /** What it is called: "the app still has an error". */
  readonly noun: string;
  /** What a person can do who does not like the outcome: "go back to an earlier version in History". */
  readonly wayBack: string;
  /** Called when the turn is stored and before the model is asked. @throws WorkspaceError when it cannot be read */
  begin(turn: SubjectTurn): Promise<SubjectWork>;
}

export interface SubjectTurn {
  /** What the person says. */
  readonly message: AgentMessage;
  /** The assistant's message that the changes of this turn belong to. */
  readonly messageId: string;
  /** The model sees pictures. */
  readonly vision: boolean;
}

/** A subject in the hands of one turn. */
export interface SubjectWork {
  /** The system prompt, with the subject as it is now. */
  readonly instructions: string;
  /** What the message mentions, for the model behind it; null when it mentions nothing. */
  readonly mentioned: string | null;
  /** Without the guards of a turn. */
  readonly tools: ToolSet;
  /** The same change was made and undone again and again. */
  readonly circling: boolean;
  /** What stands in the way of calling it finished. */
  finish(signal: AbortSignal): Promise<FinishCheck>;
  /** What the checks find, without looking at how it runs. @param closing the page goes: only what can be had at once */
  problems(closing: boolean): Promise<readonly Problem[]>;
}
