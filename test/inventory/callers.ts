import { newId } from '../../api/ids.ts';
import type { Installation, Person } from '../support/installation.ts';

/** Who asks: nobody, somebody else, the owner of what is asked for. */
export const CALLERS = ['anonymous', 'other', 'owner'] as const;
export type Caller = (typeof CALLERS)[number];

/** What a row may promise about who may do it. */
export type AuthClass =
  /** Anybody, with the same answer. */
  | 'public'
  /** Whoever is signed in; it concerns nobody's things, or makes new ones of the own. */
  | 'session'
  /** The owner of the thing alone; 401 without a session, 403 or 404 for somebody else (spec 5). */
  | 'owner'
  /** An administrator. */
  | 'admin';

/** Somebody's things, and somebody else. */
export interface Things {
  readonly site: Installation;
  readonly owner: Person;
  readonly other: Person;
  readonly appId: string;
  readonly draftId: string;
  /** The part of the preview's address that only the owner is told. */
  readonly previewToken: string;
  readonly conversationId: string;
  readonly projectId: string;
}

const AML = 'model Note {\n  id Int @id @default(autoincrement())\n  text String\n}\n';
const DOCUMENT = { title: 'Form', fields: [{ type: 'text', key: 'name', label: 'Name' }] };

/** Makes one of each kind of thing. */
export async function makeThings(site: Installation): Promise<Things> {
  const [owner, other] = [await site.join('Ada'), await site.join('Bob')];
  const { token } = owner;
  const files = { 'index.html': '<h1>Notes</h1>' };
  const appId = `app-${newId()}`;
  await site.call({
    method: 'POST',
    path: '/api/market',
    token,
    body: { id: appId, name: 'Notes', aml: AML, files },
  });
  await site.visit({ method: 'POST', path: `/a/${appId}/_data`, body: { text: 'one' } });
  const conversationId = `conversation-${newId()}`;
  await site.call({ method: 'POST', path: '/api/conversations', token, body: { id: conversationId } });
  const made = await site.graphql(
    'mutation ($from: String) { createDraft(input: { fromAppId: $from }) { draft { draftId latest { previewUrl } } } }',
    { from: appId },
    token,
  );
  const { draftId, latest } = made.json.data.createDraft.draft;
  const previewToken = /\/p\/([^/]+)\//.exec(latest.previewUrl)?.[1] ?? '';
  const projectId = `project-${newId()}`;
  await site.call({
    method: 'PUT',
    path: `/api/projects/${projectId}`,
    token,
    body: { kind: 'form', document: DOCUMENT, published: true },
  });
  return { site, owner, other, appId, draftId, previewToken, conversationId, projectId };
}

/** The token of a caller. */
export function tokenOf(things: Things, caller: Caller): string | undefined {
  return caller === 'anonymous' ? undefined : things[caller].token;
}
