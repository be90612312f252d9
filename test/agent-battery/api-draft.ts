import { ConversationHead } from '../../web/src/lib/agent/conversation-head.ts';
import type { AgentMessage } from '../../web/src/lib/agent/message.ts';
import type { MadeRevision } from '../../web/src/lib/agent/recovery.ts';
import type { TranscriptStore } from '../../web/src/lib/agent/transcript.ts';
import {
  changed,
  WorkspaceError,
  type DraftChange,
  type DraftState,
  type DraftWorkspace,
  type SaveNote,
} from '../../web/src/lib/agent/workspace.ts';
import type { Files } from './scenario.ts';

/** Asks a server's GraphQL. @returns its data @throws WorkspaceError with the code of a refusal */
// oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape themselves
export type Ask = (query: string, variables: object) => Promise<any>;

/** `Ask` of a server as one session. */
export function askAs(baseUrl: string, token: string): Ask {
  const url = `${baseUrl.replace('localhost', '127.0.0.1')}/graphql`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data?: unknown; errors?: readonly Refusal[] };
    const [refusal] = errors ?? [];
    if (refusal !== undefined) throw new WorkspaceError(refusal.extensions.code, refusal.message);
    return data;
  };
}

interface Refusal {
  readonly message: string;
  readonly extensions: { readonly code: string };
}

/** A new draft with these files. @returns its id */
export async function createDraft(ask: Ask, files: Files): Promise<string> {
  const query = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId } } }';
  const { createDraft: made } = await ask(query, { input: { name: 'A draft' } });
  const { draftId } = made.draft;
  if (Object.keys(files).length > 0) await saveFiles(ask, draftId, 1, files);
  return draftId;
}

const SAVE = 'mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }';

export async function saveFiles(
  ask: Ask,
  draftId: string,
  baseRevision: number,
  files: Files,
): Promise<number> {
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
  const { saveDraft } = await ask(SAVE, { input: { draftId, baseRevision, changes, cause: 'USER_EDIT' } });
  return saveDraft.revision.number;
}

/** The newest revision as the server has it. */
export async function draftOf(ask: Ask, draftId: string): Promise<DraftState> {
  const query =
    'query ($id: String!) { viewer { draft(id: $id) { latest { number aml files { path content } } } } }';
  const { viewer } = await ask(query, { id: draftId });
  const { number, aml, files } = viewer.draft.latest;
  const entries = (files as { path: string; content: string }[]).map((file) => [file.path, file.content]);
  return { revision: number, aml, files: new Map(entries as [string, string][]) };
}

/** All revisions with the messages they were made for, newest first. */
export async function revisionsOf(ask: Ask, draftId: string): Promise<readonly MadeRevision[]> {
  const query =
    'query ($id: String!) { viewer { draft(id: $id) { revisions(first: 100) { edges { node { number messageId } } } } } }';
  const { viewer } = await ask(query, { id: draftId });
  return viewer.draft.revisions.edges.map(({ node }: { node: MadeRevision }) => node);
}

/** What is stored of a conversation. */
export async function messagesOf(ask: Ask, conversationId: string): Promise<readonly AgentMessage[]> {
  const query =
    'query ($id: String!) { viewer { conversation(id: $id) { messages { messageId role body } } } }';
  const { viewer } = await ask(query, { id: conversationId });
  const stored = (viewer.conversation?.messages ?? []) as {
    messageId: string;
    role: AgentMessage['role'];
    body: AgentMessage;
  }[];
  return stored.map(({ messageId, role, body }) => ({ ...body, id: messageId, role }));
}

/** A draft on a server, without a page: as the page's own it saves one revision a change. */
export class ApiWorkspace implements DraftWorkspace {
  state: DraftState;
  beforeSave: () => Promise<void> = () => Promise.resolve();
  afterSave: () => Promise<void> = () => Promise.resolve();
  readonly #ask: Ask;
  readonly #draftId: string;

  constructor(ask: Ask, draftId: string, state: DraftState) {
    this.#ask = ask;
    this.#draftId = draftId;
    this.state = state;
  }

  async apply(change: DraftChange, note: SaveNote): Promise<DraftState> {
    await this.beforeSave();
    const { files = [], aml } = change;
    const input = {
      draftId: this.#draftId,
      baseRevision: this.state.revision,
      changes: files.map(({ path, content }) => ({ path, content })),
      cause: note.cause,
      ...(aml !== undefined && { aml }),
      ...(note.messageId !== undefined && { messageId: note.messageId }),
    };
    try {
      const { saveDraft } = await this.#ask(SAVE, { input });
      await this.afterSave();
      this.state = changed(this.state, change, saveDraft.revision.number);
      return this.state;
    } catch (error) {
      if (error instanceof WorkspaceError && error.code === 'conflict')
        this.state = await draftOf(this.#ask, this.#draftId);
      throw error;
    }
  }
}

/** A conversation on a server. */
export class ApiTranscript implements TranscriptStore {
  readonly #ask: Ask;
  readonly #id: string;
  readonly #head = new ConversationHead();

  constructor(ask: Ask, id: string) {
    this.#ask = ask;
    this.#id = id;
  }

  async load(): Promise<readonly AgentMessage[]> {
    const messages = await messagesOf(this.#ask, this.#id);
    this.#head.read(messages.map(({ id }) => id));
    return messages;
  }

  async save(messages: readonly AgentMessage[], how: 'behind' | 'anyway' = 'behind'): Promise<void> {
    const append =
      'mutation ($input: AppendMessagesInput!) { appendMessages(input: $input) { conversation { id } } }';
    const { newest } = this.#head;
    const after = how === 'behind' && newest !== undefined ? { after: newest } : {};
    await this.#ask(append, { input: { conversationId: this.#id, messages, ...after } });
    this.#head.stored(messages.map(({ id }) => id));
  }
}
