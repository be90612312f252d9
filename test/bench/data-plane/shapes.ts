import { ROWS } from './bench-app.ts';
import type { Call } from './load.ts';

export type Contestant = 'ours' | 'postgraphile' | 'floor';

/** One question, as each contestant takes it. Contestants that cannot be asked it are left out. */
export interface Shape {
  readonly name: string;
  readonly calls: Readonly<Partial<Record<Contestant, () => Omit<Call, 'port'>>>>;
  /** Whether the same question has the same answer, so that the answers can be compared. */
  readonly fixed: boolean;
  /** What our cost may be, as a multiple of another's. */
  readonly target: { readonly of: Contestant; readonly ratio: number } | null;
}

const ONE_OURS = 'query One($id: Int!) { post(id: $id) { id title views } }';
const ONE_PEER = 'query One($id: Int!) { post: postByRowId(rowId: $id) { id: rowId title views } }';
const LIST_OURS = '{ posts(first: 20, orderBy: [{ id: desc }]) { nodes { id title views } } }';
const LIST_PEER =
  '{ posts: allPosts(first: 20, orderBy: [ROW_ID_DESC]) { nodes { id: rowId title views } } }';
const NESTED_OURS = `{ posts(first: 20, orderBy: [{ id: desc }]) { nodes {
  id title author { id name } comments(first: 5) { nodes { id text } } } } }`;
const NESTED_PEER = `{ posts: allPosts(first: 20, orderBy: [ROW_ID_DESC]) { nodes {
  id: rowId title author: authorByAuthorId { id: rowId name }
  comments: commentsByPostId(first: 5) { nodes { id: rowId text } } } } }`;
const INSERT_OURS = `mutation Add($data: MessageCreateInput!) { createMessage(data: $data) { id name email text rating opened } }`;
const INSERT_PEER = `mutation Add($data: MessageInput!) {
  createMessage(input: { message: $data }) { message { id: rowId name email text rating opened } } }`;

export const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  text: 'The engine weaves patterns as the loom weaves flowers and leaves.',
  rating: 5,
} as const;

/** The questions to an app. Ids change from call to call where one row is asked for. */
export function shapesOf(appId: string): readonly Shape[] {
  const base = `/a/${appId}`;
  const id = counter(ROWS.posts);
  const ours = (query: string, variables?: () => object) => () => ({
    path: `${base}/_graphql`,
    body: { query, ...(variables ? { variables: variables() } : {}) },
  });
  const peer = (query: string, variables?: () => object) => () => ({
    ...ours(query, variables)(),
    path: '/graphql',
  });
  const floor =
    (shape: string, body: () => object = () => ({})) =>
    () => ({ path: `/${shape}`, body: body() });
  const oneId = (): object => ({ id: id() });
  return [
    {
      name: 'GraphQL, one by id',
      calls: { floor: floor('one', oneId), postgraphile: peer(ONE_PEER, oneId), ours: ours(ONE_OURS, oneId) },
      fixed: false,
      target: null,
    },
    {
      name: 'GraphQL, list of 20',
      calls: { floor: floor('list'), postgraphile: peer(LIST_PEER), ours: ours(LIST_OURS) },
      fixed: true,
      target: { of: 'postgraphile', ratio: 1.3 },
    },
    {
      name: 'GraphQL, 20 posts + author + 5 comments',
      calls: { floor: floor('nested'), postgraphile: peer(NESTED_PEER), ours: ours(NESTED_OURS) },
      fixed: true,
      target: { of: 'postgraphile', ratio: 1.5 },
    },
    {
      name: 'REST, query of 20',
      calls: {
        floor: floor('rest'),
        ours: () => ({
          path: `${base}/_data/query`,
          body: { entity: 'Post', select: ['id', 'title', 'views'], orderBy: '-id', limit: 20 },
        }),
      },
      fixed: true,
      target: { of: 'floor', ratio: 3 },
    },
    {
      name: 'REST, anonymous insert',
      calls: {
        floor: floor('insert', () => MESSAGE),
        ours: () => ({ path: `${base}/_data?entity=Message`, body: MESSAGE }),
      },
      fixed: false,
      target: null,
    },
    {
      name: 'GraphQL, anonymous insert',
      calls: {
        postgraphile: peer(INSERT_PEER, () => ({ data: { ...MESSAGE, projectId: appId, opened: false } })),
        ours: ours(INSERT_OURS, () => ({ data: MESSAGE })),
      },
      fixed: false,
      target: null,
    },
  ];
}

function counter(end: number): () => number {
  let at = 0;
  return () => {
    at = (at % end) + 1;
    return at;
  };
}
