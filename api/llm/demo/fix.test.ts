import { describe, expect, it } from 'vitest';
import { createDemoChat } from '../../../test/support/demo-chat.ts';
import { fixMove, isErrorReport } from './fix.ts';

// As the builder words them.
const PREVIEW =
  'The preview reports errors. Please fix them:\n- poll is not defined (app.js:12)\n- Failed to load: a.png';
const CHECKS = 'The checks still find problems. Please fix them:\n- index.html:7 There is no file slides.js.';
const BLANK =
  'The preview stays blank: the page paints nothing and reports no error. Please find out why and fix it.';

describe('the demo, asked to fix', () => {
  it.each([
    [PREVIEW, ['- poll is not defined (app.js:12)', '- Failed to load: a.png', 'app.js, line 12.']],
    [CHECKS, ['- index.html:7 There is no file slides.js.', 'index.html, line 7.']],
    [BLANK, ['stays blank', 'no line to point to']],
  ])('%s', async (report, parts) => {
    const { ask } = createDemoChat();
    await ask('Build me a guestbook');
    const { said, calls } = await ask(report);
    expect(calls).toEqual([]);
    for (const part of [...parts, 'cannot repair code that it did not write', 'open History'])
      expect(said[0]).toContain(part);
    expect(said[0]).not.toContain('did not understand');
  });

  it('does not take the words of an error for the app that is there', async () => {
    const { ask } = createDemoChat();
    await ask('Build me a guestbook');
    await ask(PREVIEW);
    expect((await ask('add a field for city')).said.at(-1)).toMatch(/^Done/);
  });

  it('answers free words too, and builds nothing over what is there', async () => {
    const { ask } = createDemoChat();
    await ask('Make a poll');
    for (const words of ['fix it', 'Please fix the poll', "the form doesn't work"]) {
      const { said, calls } = await ask(words);
      expect([calls, said[0]]).toEqual([[], expect.stringContaining('open History')]);
    }
  });

  it('says how many lines it leaves out, and takes no time over long ones', () => {
    const many = Array.from({ length: 13 }, (_, i) => `- e${i}`).join('\n');
    expect(fixMove(`The preview reports errors. Please fix them:\n${many}`).text).toContain('- and 3 more');
    const began = performance.now();
    const long = fixMove(`The preview reports errors. Please fix them:\n- ${'a'.repeat(200_000)}`).text;
    expect(performance.now() - began).toBeLessThan(500);
    expect(long.length).toBeLessThan(1_500);
    expect(isErrorReport('Please fix the title')).toBe(false);
  });
});
