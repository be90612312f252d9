import type { AuthClass } from './callers.ts';

/** A page of the front end. Pages hold no data of their own: what one may see on them, GraphQL decides. */
export interface PageRow {
  /** As the folder is named. */
  readonly path: string;
  /** What the page is of use to; who is not leads it to the sign-in. */
  readonly auth: AuthClass;
}

export const PAGE_TABLE: readonly PageRow[] = [
  { path: '/', auth: 'public' },
  { path: '/apps/[id]', auth: 'public' },
  { path: '/apps/[id]/data', auth: 'owner' },
  { path: '/apps/[id]/edit', auth: 'session' },
  { path: '/apps/[id]/graphiql', auth: 'public' },
  { path: '/authors/[id]', auth: 'public' },
  { path: '/build', auth: 'session' },
  { path: '/build/[draft]', auth: 'owner' },
  { path: '/build/[draft]/graphiql', auth: 'owner' },
  { path: '/register', auth: 'public' },
  { path: '/check-mail', auth: 'public' },
  { path: '/verify', auth: 'public' },
  { path: '/signin', auth: 'public' },
  { path: '/signin/done', auth: 'public' },
  { path: '/forgot', auth: 'public' },
  { path: '/reset', auth: 'public' },
  { path: '/account', auth: 'session' },
  { path: '/account/settings', auth: 'session' },
  { path: '/account/usage', auth: 'session' },
  { path: '/forms', auth: 'session' },
  { path: '/forms/[id]', auth: 'owner' },
  { path: '/forms/[id]/edit', auth: 'owner' },
  { path: '/forms/[id]/share', auth: 'owner' },
  { path: '/forms/[id]/settings', auth: 'owner' },
  { path: '/slides', auth: 'session' },
  { path: '/slides/[id]', auth: 'owner' },
  { path: '/slides/[id]/edit', auth: 'owner' },
  { path: '/slides/[id]/settings', auth: 'owner' },
  { path: '/embed/[kind]', auth: 'public' },
  { path: '/embed/host', auth: 'public' },
  { path: '/[...missing]', auth: 'public' },
  { path: '/admin', auth: 'admin' },
];
