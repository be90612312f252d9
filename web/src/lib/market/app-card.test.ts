import { describe, expect, it } from 'vitest';
import { appPageOf, appendPage } from './app-card.ts';
import type { AppCardData } from './app-card.ts';

const card = (appId: string): AppCardData => ({
  id: appId,
  appId,
  kind: 'APP',
  name: appId,
  description: '',
  author: '',
  ownerId: 'u',
  previewUrl: null,
  forkCount: 0,
  createdAt: '2026-01-01T00:00:00Z',
});
const connection = (ids: string, endCursor: string | null, hasNextPage: boolean) => ({
  edges: [...ids].map((id) => ({ node: card(id) })),
  pageInfo: { endCursor, hasNextPage },
});
const ids = (apps: readonly AppCardData[]): string => apps.map((app) => app.appId).join('');

describe('stretches of the market', () => {
  it('ends where the API says so, cursor or not', () => {
    expect(appPageOf(connection('ab', 'c2', true)).next).toBe('c2');
    expect(appPageOf(connection('ab', 'c2', false)).next).toBeNull();
    expect(appPageOf(connection('', null, false))).toEqual({ apps: [], next: null });
  });

  it('lists an app once when one was published between two requests', () => {
    const joined = appendPage(
      appPageOf(connection('abc', '3', true)),
      appPageOf(connection('cde', '5', false)),
    );
    expect(ids(joined.apps)).toBe('abcde');
    expect(joined.next).toBeNull();
  });
});
