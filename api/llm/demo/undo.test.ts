import { describe, expect, it } from 'vitest';
import { createDemoChat } from '../../../test/support/demo-chat.ts';

describe('the demo, asked to take something back', () => {
  it.each([
    'undo',
    'Please undo that',
    'go back',
    'undo the dark theme',
    'Undo the poll',
    'restore the last version',
  ])('%s: points to History and changes nothing', async (words) => {
    const { ask } = createDemoChat();
    await ask('Build me a guestbook');
    const { said, calls } = await ask(words);
    expect([calls, said[0]]).toEqual([[], expect.stringContaining('open History')]);
  });

  it('still goes back to something that it can do', async () => {
    const { ask, files } = createDemoChat();
    await ask('Build me a guestbook');
    await ask('go back to a light theme');
    expect(files.get('style.css')).toContain('color-scheme: light;');
  });
});

describe('the demo, refusing', () => {
  it.each([
    ['in quotes', (title: string) => `change the title to "${title}"`],
    ['bare', (title: string) => `change the title to ${title}`],
    ['of a poll', (title: string) => `Build me a poll: ${title.slice(1)}? yes, no`],
  ])('says that a title %s is too long, and the limit', async (_, wording) => {
    const { ask } = createDemoChat();
    await ask('Make a poll');
    const { said, calls } = await ask(wording('Very '.repeat(30).trim()));
    expect(calls).toEqual([]);
    expect(said[0]).toMatch(/too long: it has 149 characters, and 120 is the limit/);
    await ask(`change the title to "${'x'.repeat(120)}"`);
    expect((await ask(`change the title to "${'x'.repeat(120)}"`)).said.at(-1)).toContain(
      'like that already',
    );
  });

  it('offers what it can do without an "also"', async () => {
    const { ask } = createDemoChat();
    await ask('Build me a guestbook');
    const { said } = await ask('Play chess');
    expect(said[0]).toContain('I do not want to pretend. I can change the title');
  });
});
