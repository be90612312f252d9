import { ConversationHead } from '#lib/agent/conversation-head.ts';
import type { MarketSource } from '#lib/agent/market.ts';
import type { AgentMessage } from '#lib/agent/message.ts';
import { amended, isUnfinished, isUnsure, restored, type MadeRevision } from '#lib/agent/recovery.ts';
import type { TranscriptStore } from '#lib/agent/transcript.ts';
import { WorkspaceError } from '#lib/agent/workspace.ts';
import { ANONYMOUS, ask, asSession, change } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import {
  agentAppDocument,
  agentSearchDocument,
  appendMessagesDocument,
  conversationDocument,
  conversationVersionDocument,
  createConversationDocument,
} from './documents.ts';
import { TurnLock } from './turn-lock.ts';

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

export interface TranscriptParts {
  readonly conversationId: string;
  /** The draft or the project that it is about. */
  readonly aboutId: string;
  /** The session that everything is done as. */
  readonly token: string | null;
  /** The revisions after one, with the messages that they were made for; what has none keeps none. */
  readonly madeSince: (revision: number) => Promise<readonly MadeRevision[]>;
}

/** A conversation on the server as one room sees it. It is made there with its first message. */
export class ServerTranscript implements TranscriptStore {
  /** One turn at a time, over all tabs. */
  readonly lock: TurnLock;
  /** Name of what it is about, for a conversation that is made now. */
  title: () => string = () => '';
  readonly #id: string;
  readonly #aboutId: string;
  readonly #madeSince: TranscriptParts['madeSince'];
  readonly #session: ReturnType<typeof asSession>;
  #exists = false;
  #mended: readonly AgentMessage[] = [];
  readonly #head = new ConversationHead();
  /** Number of the last save; it grows over reloads, too. */
  #saves = 0;
  /** When it was changed last, as far as is known here; null when it is not there. */
  #updatedAt: string | null = null;

  constructor({ conversationId, aboutId, token, madeSince }: TranscriptParts) {
    this.#id = conversationId;
    this.#aboutId = aboutId;
    this.#madeSince = madeSince;
    this.#session = asSession(token);
    this.lock = new TurnLock(conversationId);
  }

  /**
   * All messages; none when nothing was said yet. A turn that runs in another tab stays as it is; one that runs nowhere
   * comes back as interrupted, with what it had saved. @throws Failure as `ask`
   */
  async load(): Promise<readonly AgentMessage[]> {
    const { viewer } = await ask(conversationDocument, { id: this.#id }, this.#session);
    const conversation = viewer?.conversation;
    this.#exists = conversation != null;
    this.#updatedAt = conversation?.updatedAt ?? null;
    this.#head.read((conversation?.messages ?? []).map(({ messageId }) => messageId));
    const messages = (conversation?.messages ?? [])
      .map(({ messageId, role, body }) => messageFrom(messageId, role, body))
      .filter((message) => message !== null);
    const cut = messages.find(isUnfinished);
    if (cut === undefined) return this.settled(messages);
    if (await this.lock.isHeld()) return messages;
    return this.#mend(messages, restored(messages, await this.#madeSince(cut.metadata?.fromRevision ?? 0)));
  }

  /**
   * Messages whose newest answer knows which of its writes were saved.
   * @throws Failure as `ask`
   */
  async settled(messages: readonly AgentMessage[]): Promise<readonly AgentMessage[]> {
    const newest = messages.at(-1);
    if (newest?.metadata === undefined || !isUnsure(newest)) return messages;
    const now = amended(newest, await this.#madeSince(newest.metadata.fromRevision));
    return now === newest ? messages : this.#mend(messages, [...messages.slice(0, -1), now]);
  }

  #mend(stored: readonly AgentMessage[], now: readonly AgentMessage[]): readonly AgentMessage[] {
    this.#mended = now.filter((message, at) => message !== stored[at]);
    return now;
  }

  /** Answers that the server has otherwise than they were found to be, told once: to be saved with the next save. */
  takeMended(): readonly AgentMessage[] {
    const mended = this.#mended;
    this.#mended = [];
    return mended;
  }

  /** Whether somebody else has changed it since it was loaded or saved here. @throws Failure as `ask` */
  async isStale(): Promise<boolean> {
    const { viewer } = await ask(conversationVersionDocument, { id: this.#id }, this.#session);
    return (viewer?.conversation?.updatedAt ?? null) !== this.#updatedAt;
  }

  async save(messages: readonly AgentMessage[], how: 'behind' | 'anyway' = 'behind'): Promise<void> {
    const { newest } = this.#head;
    // A save whose connection broke may still be carried out, after this one.
    this.#saves = Math.max(this.#saves + 1, Date.now());
    try {
      if (!this.#exists) {
        const input = { id: this.#id, title: this.title(), projectId: this.#aboutId };
        await change(createConversationDocument, { input }, this.#session);
        this.#exists = true;
      }
      const input = {
        conversationId: this.#id,
        messages: messages.map((message) => numbered(message, this.#saves)),
        ...(how === 'behind' && newest !== undefined && { after: newest }),
      };
      const { appendMessages } = await change(appendMessagesDocument, { input }, this.#session);
      this.#updatedAt = appendMessages.conversation.updatedAt;
      this.#head.stored(messages.map(({ id }) => id));
    } catch (error) {
      if (error instanceof Failure) throw new WorkspaceError(error.code, error.message, { cause: error });
      throw error;
    }
  }
}

/** An answer with the number of this save of it: the server keeps the one that was sent last. */
function numbered(message: AgentMessage, save: number): AgentMessage {
  const { metadata } = message;
  return metadata === undefined ? message : { ...message, metadata: { ...metadata, save } };
}

const HITS = 10;

/** The market as the agent's tools see it: public, so without the session. */
export const marketSource: MarketSource = {
  async search(q) {
    const { apps } = await ask(agentSearchDocument, { q, first: HITS }, ANONYMOUS);
    return apps.edges.map(({ node: { appId, name, description, author, tags, previewUrl } }) => ({
      id: appId,
      name,
      description,
      author,
      tags,
      previewUrl: previewUrl ?? null,
    }));
  },
  async get(id) {
    const { app } = await ask(agentAppDocument, { id }, ANONYMOUS);
    // A form or a deck is no app to build on; the market forks those.
    if (app?.kind !== 'APP') return null;
    const { appId, name, description, author, tags, previewUrl, aml, files } = app;
    const contents = new Map(files.map(({ path, content }) => [path, content]));
    return {
      id: appId,
      name,
      description,
      author,
      tags,
      previewUrl: previewUrl ?? null,
      aml,
      files: contents,
    };
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
