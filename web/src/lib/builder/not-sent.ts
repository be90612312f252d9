import { WorkspaceError } from '#lib/agent/workspace.ts';
import { Failure, sentenceOf } from '#lib/graphql/failure.ts';
import { copy } from './copy.ts';

/** The agent's own part of the page did not come: the connection is lost, or the server has a newer version. */
export class AgentMissing extends Error {}

/** The agent and its SDK come with the first turn, not with the page. @throws AgentMissing */
export async function fromAgent<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new AgentMissing('The agent could not be loaded.', { cause });
  }
}

/** Why a message that only this page has was not sent, and that it is kept. */
export function unsentWords(error: unknown): string {
  const { waiting } = copy.chat;
  if (error instanceof AgentMissing) return waiting.agentMissing;
  const isFailure = error instanceof Failure || error instanceof WorkspaceError;
  if (isFailure && error.code === 'unavailable') return waiting.unreachable;
  return waiting.refused(reasonOf(error));
}

/** Why something was not begun, in a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof WorkspaceError || error instanceof AgentMissing ? error.message : sentenceOf(error);
}
