import { describe, expect, it } from 'vitest';
import { titleFrom } from './title.ts';

describe('titleFrom', () => {
  it.each([
    ['Build me a guestbook', 'Guestbook'],
    ['please make us an app for lunch.', 'App for lunch'],
    ['A to-do list for two', 'To-do list for two'],
    ['Build', 'Build'],
    ['  \n ', 'Untitled app'],
    ['اصنع لي دفتر زوار', 'اصنع لي دفتر زوار'],
  ])('%j becomes %j', (prompt, title) => {
    expect(titleFrom(prompt)).toBe(title);
  });

  it('is cut between words', () => {
    const title = titleFrom(
      'Build me a shared shopping list with prices, shops, a history and reminders every week',
    );
    expect(title).toBe('Shared shopping list with prices, shops, a history and…');
  });
});
