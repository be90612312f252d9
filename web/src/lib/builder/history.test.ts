import { describe, expect, it } from 'vitest';
import { userMessage } from '../agent/message.ts';
import { chaptersOf, promptOf, type Revision } from './history.ts';

const revision = (
  number: number,
  cause: Revision['cause'],
  minute: number,
  messageId: string | null = null,
): Revision => ({
  id: String(number),
  number,
  cause,
  messageId,
  name: null,
  touched: [],
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  previewUrl: `http://preview.invalid/${number}/`,
});

describe('chaptersOf', () => {
  it('joins the saves of one turn and of one spell of typing, and nothing else', () => {
    const chapters = chaptersOf([
      revision(9, 'RESTORE', 40),
      revision(8, 'USER_EDIT', 31),
      revision(7, 'USER_EDIT', 30),
      revision(6, 'USER_EDIT', 10),
      revision(5, 'AGENT_TURN', 9, 'b'),
      revision(4, 'AGENT_TURN', 8, 'a'),
      revision(3, 'AGENT_TURN', 8, 'a'),
      revision(2, 'USER_EDIT', 1),
      revision(1, 'USER_EDIT', 0),
    ]);
    expect(chapters.map(({ newest, saves }) => [newest.number, saves])).toEqual([
      [9, 1],
      [8, 2],
      [6, 1],
      [5, 1],
      [4, 2],
      [2, 1],
      [1, 1],
    ]);
  });
});

describe('promptOf', () => {
  it('is what the person said before that answer', () => {
    const question = userMessage('Build me a guestbook');
    const answer = { id: 'answer', role: 'assistant' as const, parts: [] };
    expect(promptOf([question, answer, userMessage('More')], 'answer')).toBe('Build me a guestbook');
    expect(promptOf([question, answer], 'unknown')).toBeNull();
    expect(promptOf([], null)).toBeNull();
  });
});
