import { newId } from '../../api/ids.ts';
import type { AuthClass, Caller, Things } from './callers.ts';

type Variables = Readonly<Record<string, unknown>>;

/** One field of Query or Mutation: who may ask it, and what each caller gets. */
export interface FieldRow {
  readonly field: string;
  readonly auth: AuthClass;
  /** `ok`, `null`, or the code of the error; for nobody, for somebody else, for the owner, called in this order. */
  readonly answers: readonly [anonymous: string, other: string, owner: string];
  /** What stands between the field's parentheses, for queries. */
  readonly args?: (things: Things) => string;
  /** The `input` of a mutation. */
  readonly input?: (things: Things, caller: Caller) => Variables;
  /** What is asked of the answer; a mutation that answers a scalar has none. */
  readonly select: string | null;
}

const email = (): Variables => ({ email: `${newId()}@example.org`, password: 'correct horse battery' });
const ok = '{ ok }';
const place = ({ appId }: Things): Variables => ({ home: 'APP', id: appId });
const NOBODYS = ['unauthenticated', 'ok', 'ok'] as const;
const OWN = ['unauthenticated', 'forbidden', 'ok'] as const;
/** Private things of others are not there. */
const HIDDEN = ['unauthenticated', 'not_found', 'ok'] as const;

export const QUERY_TABLE: readonly FieldRow[] = [
  {
    field: 'app',
    auth: 'public',
    answers: ['ok', 'ok', 'ok'],
    args: ({ appId }) => `id: "${appId}"`,
    select: '{ id name }',
  },
  { field: 'apps', auth: 'public', answers: ['ok', 'ok', 'ok'], select: '{ totalCount }' },
  {
    field: 'author',
    auth: 'public',
    answers: ['ok', 'ok', 'ok'],
    args: ({ owner }) => `id: "${owner.id}"`,
    select: '{ name }',
  },
  {
    field: 'dataSpace',
    auth: 'owner',
    answers: OWN,
    args: ({ appId }) => `place: { home: APP, id: "${appId}" }`,
    select: '{ models { name rows { rows } } }',
  },
  { field: 'llmProviders', auth: 'session', answers: NOBODYS, select: '{ id }' },
  { field: 'marketTags', auth: 'public', answers: ['ok', 'ok', 'ok'], select: '{ tag }' },
  {
    field: 'node',
    auth: 'owner',
    answers: ['null', 'null', 'ok'],
    args: ({ draftId }) => `id: "${globalId('Draft', draftId)}"`,
    select: '{ id }',
  },
  {
    field: 'nodes',
    auth: 'owner',
    answers: ['null', 'null', 'ok'],
    args: ({ conversationId }) => `ids: ["${globalId('Conversation', conversationId)}"]`,
    select: '{ id }',
  },
  { field: 'signInProvider', auth: 'public', answers: ['null', 'null', 'null'], select: null },
  { field: 'usage', auth: 'session', answers: NOBODYS, select: '{ today { calls } }' },
  { field: 'viewer', auth: 'session', answers: ['null', 'ok', 'ok'], select: '{ email }' },
];

/** Fields of the viewer that name a thing: somebody else's is not there. */
export const VIEWER_TABLE: readonly Pick<FieldRow, 'field' | 'args' | 'select'>[] = [
  { field: 'app', args: ({ appId }) => `id: "${appId}"`, select: '{ id }' },
  { field: 'draft', args: ({ draftId }) => `id: "${draftId}"`, select: '{ id }' },
  { field: 'conversation', args: ({ conversationId }) => `id: "${conversationId}"`, select: '{ id }' },
  { field: 'project', args: ({ projectId }) => `id: "${projectId}"`, select: '{ id }' },
];

/** The first answer of each stream, before anything is changed. */
export const SUBSCRIPTION_TABLE: readonly FieldRow[] = [
  {
    field: 'draftChanged',
    auth: 'owner',
    answers: HIDDEN,
    args: ({ draftId, conversationId }) => `draftId: "${draftId}", conversationId: "${conversationId}"`,
    select: '{ draftId revision }',
  },
];

/** What ends something comes last. */
export const MUTATION_TABLE: readonly FieldRow[] = [
  { field: 'register', auth: 'public', answers: ['ok', 'ok', 'ok'], input: email, select: ok },
  {
    field: 'resendVerification',
    auth: 'public',
    answers: ['ok', 'ok', 'ok'],
    input: () => ({ email: 'a@example.org' }),
    select: ok,
  },
  {
    field: 'verifyEmail',
    auth: 'public',
    answers: ['invalid_request', 'invalid_request', 'invalid_request'],
    input: () => ({ token: 'none' }),
    select: '{ token }',
  },
  {
    field: 'login',
    auth: 'public',
    answers: ['unauthenticated', 'unauthenticated', 'unauthenticated'],
    input: email,
    select: '{ token }',
  },
  {
    field: 'forgotPassword',
    auth: 'public',
    answers: ['ok', 'ok', 'ok'],
    input: () => ({ email: 'a@example.org' }),
    select: ok,
  },
  {
    field: 'resetPassword',
    auth: 'public',
    answers: ['invalid_request', 'invalid_request', 'invalid_request'],
    input: () => ({ resetToken: 'none', password: 'correct horse battery' }),
    select: ok,
  },
  { field: 'refreshSession', auth: 'session', answers: NOBODYS, select: null },
  {
    field: 'updateProfile',
    auth: 'session',
    answers: NOBODYS,
    input: () => ({ name: 'New' }),
    select: '{ viewer { name } }',
  },
  {
    field: 'confirmPassword',
    auth: 'session',
    answers: NOBODYS,
    input: () => ({ password: 'correct horse battery' }),
    select: ok,
  },
  {
    field: 'changePassword',
    auth: 'session',
    answers: NOBODYS,
    input: () => ({ currentPassword: 'correct horse battery', newPassword: 'another horse battery' }),
    select: ok,
  },
  { field: 'endSession', auth: 'session', answers: NOBODYS, input: () => ({ id: 'none' }), select: ok },
  { field: 'endOtherSessions', auth: 'session', answers: NOBODYS, select: null },
  {
    field: 'disconnectIdentity',
    auth: 'session',
    answers: NOBODYS,
    input: () => ({ id: 'none' }),
    select: ok,
  },

  {
    field: 'publishApp',
    auth: 'owner',
    answers: OWN,
    input: ({ appId }) => ({
      id: appId,
      name: 'Again',
      files: [{ path: 'index.html', content: '<h1>Again</h1>' }],
    }),
    select: '{ created }',
  },
  {
    field: 'publishProject',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId }) => ({ projectId }),
    select: '{ app { id } }',
  },
  {
    field: 'planPublish',
    auth: 'owner',
    answers: OWN,
    input: ({ appId }) => ({ appId, aml: '' }),
    select: '{ plan { sentence } }',
  },
  {
    field: 'restoreAppVersion',
    auth: 'owner',
    answers: OWN,
    input: ({ appId: id }) => ({ id, number: 1 }),
    select: '{ app { id } }',
  },
  {
    field: 'forkApp',
    auth: 'session',
    answers: NOBODYS,
    input: ({ appId: id }) => ({ id }),
    select: '{ app { id } }',
  },
  {
    // Of somebody else's app: the own one needs no report.
    field: 'reportApp',
    auth: 'session',
    answers: ['unauthenticated', 'ok', 'forbidden'],
    input: ({ appId: id }) => ({ id, reason: 'SPAM' }),
    select: ok,
  },
  {
    field: 'moderateApp',
    auth: 'admin',
    answers: ['unauthenticated', 'forbidden', 'forbidden'],
    input: ({ appId: id }) => ({ id, verdict: 'DISMISS' }),
    select: '{ app { id } }',
  },

  {
    field: 'insertDataRow',
    auth: 'owner',
    answers: OWN,
    input: (things) => ({ place: place(things), model: 'Note', values: { text: 'mine' } }),
    select: '{ row }',
  },
  {
    field: 'updateDataRow',
    auth: 'owner',
    answers: OWN,
    input: (things) => ({ place: place(things), model: 'Note', key: 1, values: { text: 'new' } }),
    select: '{ row }',
  },
  {
    field: 'deleteDataRows',
    auth: 'owner',
    answers: OWN,
    input: (things) => ({ place: place(things), model: 'Note', keys: [1] }),
    select: '{ rows }',
  },
  {
    field: 'restoreDataRows',
    auth: 'owner',
    answers: OWN,
    input: (things) => ({ place: place(things), model: 'Note', rows: [{ id: 1, text: 'back' }] }),
    select: '{ restored }',
  },

  {
    field: 'createDraft',
    auth: 'session',
    answers: NOBODYS,
    input: () => ({}),
    select: '{ revision { number } }',
  },
  {
    field: 'saveDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, baseRevision: 1, changes: [{ path: 'a.txt', content: 'a' }] }),
    select: '{ revision { number } }',
  },
  {
    field: 'restoreDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, baseRevision: 2, revision: 1 }),
    select: '{ revision { number } }',
  },
  {
    field: 'undoDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, baseRevision: 3 }),
    select: '{ revision { number } }',
  },
  {
    field: 'redoDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, baseRevision: 4 }),
    select: '{ revision { number } }',
  },
  {
    field: 'nameDraftRevision',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, revision: 1, name: 'Checkpoint' }),
    select: '{ revision { name } }',
  },
  {
    field: 'renameDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, name: 'New' }),
    select: '{ draft { name } }',
  },
  {
    field: 'planDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, revision: 1 }),
    select: '{ plan { sentence } }',
  },
  {
    field: 'publishDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId, revision: 1, name: 'Published' }),
    select: '{ created }',
  },

  {
    field: 'createConversation',
    auth: 'owner',
    answers: OWN,
    input: ({ conversationId: id }) => ({ id }),
    select: '{ conversation { id } }',
  },
  {
    field: 'appendMessages',
    auth: 'owner',
    answers: OWN,
    input: ({ conversationId }) => ({ conversationId, messages: [{ id: 'm', role: 'user', parts: [] }] }),
    select: '{ conversation { id } }',
  },
  {
    field: 'renameConversation',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ conversationId: id }) => ({ id, title: 'New' }),
    select: '{ conversation { title } }',
  },
  {
    field: 'saveProject',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId: id }) => ({ id, published: true }),
    select: '{ created }',
  },
  {
    field: 'newWebhookSecret',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId }) => ({ projectId }),
    select: '{ secret }',
  },
  {
    field: 'sendWebhookTrial',
    auth: 'owner',
    answers: ['unauthenticated', 'forbidden', 'conflict'],
    input: ({ projectId }) => ({ projectId }),
    select: '{ delivery { status } }',
  },
  {
    field: 'sendWebhookAgain',
    auth: 'owner',
    answers: ['unauthenticated', 'forbidden', 'conflict'],
    input: ({ projectId }) => ({ projectId, deliveryId: 'none' }),
    select: '{ delivery { status } }',
  },
  {
    field: 'moveSubmissions',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId }) => ({ projectId, ids: ['none'], to: 'FLAGGED' }),
    select: '{ moved }',
  },
  {
    field: 'deleteSubmissions',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId }) => ({ projectId, ids: ['none'] }),
    select: '{ deleted }',
  },
  {
    field: 'verifyProjectHost',
    auth: 'owner',
    answers: ['unauthenticated', 'forbidden', 'not_found'],
    input: ({ projectId: id }) => ({ id, host: 'forms.example.org' }),
    select: '{ project { id } }',
  },

  {
    field: 'deleteConversation',
    auth: 'owner',
    answers: OWN,
    input: ({ conversationId: id }) => ({ id }),
    select: ok,
  },
  { field: 'deleteProject', auth: 'owner', answers: OWN, input: ({ projectId: id }) => ({ id }), select: ok },
  {
    field: 'restoreProject',
    auth: 'owner',
    answers: OWN,
    input: ({ projectId: id }) => ({ id }),
    select: '{ project { id } }',
  },
  // What is not there for somebody is as good as deleted; graphql.test.ts looks that it stays.
  {
    field: 'deleteDraft',
    auth: 'owner',
    answers: NOBODYS,
    input: ({ draftId }) => ({ draftId }),
    select: ok,
  },
  {
    field: 'restoreDeletedDraft',
    auth: 'owner',
    answers: HIDDEN,
    input: ({ draftId }) => ({ draftId }),
    select: '{ draft { id } }',
  },
  { field: 'deleteApp', auth: 'owner', answers: OWN, input: ({ appId: id }) => ({ id }), select: ok },
  {
    field: 'restoreApp',
    auth: 'owner',
    answers: OWN,
    input: ({ appId: id }) => ({ id }),
    select: '{ app { id } }',
  },
  { field: 'logout', auth: 'session', answers: NOBODYS, select: ok },
  // Only the table's own people are left without a session by now: nobody's account is asked for.
  {
    field: 'deleteAccount',
    auth: 'session',
    answers: ['unauthenticated', 'unauthenticated', 'unauthenticated'],
    select: ok,
  },
];

/** The id that Relay's `node` takes. */
export function globalId(type: string, id: string): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}
