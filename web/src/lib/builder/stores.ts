import type { MarketSource } from '#lib/agent/market.ts';
import type { AgentMessage } from '#lib/agent/message.ts';
import { restored, type TranscriptStore } from '#lib/agent/transcript.ts';
import { WorkspaceError } from '#lib/agent/workspace.ts';
import { ANONYMOUS, ask, asSession, change } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import {
  agentAppDocument,
  agentSearchDocument,
  appendMessagesDocument,
  conversationDocument,
  createConversationDocument,
} from './documents.ts';

/**
 * The id of a draft's conversation. It follows from the draft's, so that a reload finds the chat even when the very
 * first turn changed no file and the draft does not name it yet.
 */
export function conversationIdOf(draft: {
  readonly draftId: string;
  readonly conversationId?: string | null;
}): string {
  return draft.conversationId ?? `draft-${draft.draftId}`;
}

/** The messages of a conversation on the server; none when nothing was said yet. */
export async function loadTranscript(
  conversationId: string,
  token: string | null,
): Promise<readonly AgentMessage[]> {
  const { viewer } = await ask(conversationDocument, { id: conversationId }, asSession(token));
  const messages = viewer?.conversation?.messages ?? [];
  return restored(
    messages.map(({ messageId, role, body }) => messageFrom(messageId, role, body)).filter((m) => m !== null),
  );
}

/** The conversation of a draft, kept on the server. It is made with the first message. */
export function transcriptStore(
  conversationId: string,
  draftId: string,
  title: () => string,
  token: string | null,
): TranscriptStore {
  const context = asSession(token);
  let exists = false;
  return {
    async save(messages) {
      try {
        if (!exists) {
          const input = { id: conversationId, title: title(), projectId: draftId };
          await change(createConversationDocument, { input }, context);
          exists = true;
        }
        const input = { conversationId, messages: [...messages] };
        await change(appendMessagesDocument, { input }, context);
      } catch (error) {
        if (error instanceof Failure) throw new WorkspaceError(error.code, error.message, { cause: error });
        throw error;
      }
    },
  };
}

const HITS = 10;

/** The market as the agent's tools see it: public, so without the session. */
export const marketSource: MarketSource = {
  async search(q) {
    const { apps } = await ask(agentSearchDocument, { q, first: HITS }, ANONYMOUS);
    return apps.edges.map(({ node: { appId, name, description, author, tags } }) => ({
      id: appId,
      name,
      description,
      author,
      tags,
    }));
  },
  async get(id) {
    const { app } = await ask(agentAppDocument, { id }, ANONYMOUS);
    if (!app) return null;
    const { appId, name, description, author, tags, aml, files } = app;
    const contents = new Map(files.map(({ path, content }) => [path, content]));
    return { id: appId, name, description, author, tags, aml, files: contents };
  },
};

/** A stored message; anything that is no message of a chat (another client may have written it) is left out. */
function messageFrom(id: string, role: string, body: unknown): AgentMessage | null {
  if (role !== 'user' && role !== 'assistant') return null;
  if (typeof body !== 'object' || body === null) return null;
  const { parts, content, metadata } = body as Partial<AgentMessage> & { content?: unknown };
  const text = typeof content === 'string' ? content : '';
  return {
    id,
    role,
    parts: Array.isArray(parts) ? parts : [{ type: 'text', text }],
    ...(metadata !== undefined && { metadata }),
  };
}
