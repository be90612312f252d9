import { describe, expect, it } from 'vitest';
import { createDemoChat, type DemoCall, type ToolAnswer } from '../../../test/support/demo-chat.ts';

const CONFLICT = { ok: false, error: { code: 'conflict', message: 'The draft was changed elsewhere.' } };

/** A draft that somebody else changes just as a tool is called, the first `times` times. */
function meanwhile(draft: ToolAnswer, tool: string, change: () => void, times = 1): ToolAnswer {
  let left = times;
  return (call) => {
    if (call.tool !== tool || left === 0) return draft(call);
    left -= 1;
    change();
    return CONFLICT;
  };
}

describe('a save that is refused because the draft changed elsewhere', () => {
  it('is made good with the same small change in the new text', async () => {
    const { ask, draft, files } = createDemoChat();
    await ask('Build me a guestbook');
    const theirs = (files.get('index.html') ?? '').replace('Thank you for coming by.', 'By hand.');
    const answer = meanwhile(draft, 'edit_file', () => files.set('index.html', theirs));
    const { calls, said } = await ask('change the title to Anna', answer);
    expect(names(calls)).toEqual([
      'read_file index.html',
      'edit_file index.html',
      'edit_file index.html',
      'read_file index.html',
      'write_file index.html',
      'read_console',
    ]);
    expect(files.get('index.html')).toBe(theirs.replaceAll('>Guestbook<', '>Anna<'));
    expect(said.at(-1)).toMatch(/^Done/);
  });

  it('grows the new data model by the field, once', async () => {
    const { ask, draft, files } = createDemoChat();
    await ask('Build me a guestbook');
    const theirs = (files.get('model.aml') ?? '').replace('  createdAt', '  mood      String?\n  createdAt');
    await ask(
      'add a field for city',
      meanwhile(draft, 'write_aml', () => files.set('model.aml', theirs)),
    );
    expect(files.get('model.aml')).toMatch(/ {2}mood {6}String\?\n {2}city {6}String\?[^\n]*\n {2}createdAt/);
    expect(files.get('index.html')?.split('name="city"')).toHaveLength(2);
  });

  it('has nothing left to do when the other did the same', async () => {
    const { ask, draft, files } = createDemoChat();
    await ask('Make a poll');
    const theirs = (files.get('style.css') ?? '').replace(/color-scheme:[^;]*;/, 'color-scheme: dark;');
    const { calls } = await ask(
      'dark theme',
      meanwhile(draft, 'edit_file', () => files.set('style.css', theirs)),
    );
    expect(names(calls).slice(2)).toEqual(['read_file style.css', 'read_console']);
    expect(files.get('style.css')).toBe(theirs);
  });

  it('is explained when it is refused again, with nothing overwritten', async () => {
    const { ask, draft, files } = createDemoChat();
    await ask('Make a poll');
    const refuse: ToolAnswer = (call) =>
      call.tool === 'edit_file' || call.tool === 'write_file' ? CONFLICT : draft(call);
    const before = files.get('style.css');
    const { said, calls } = await ask('dark theme', refuse);
    expect(said.at(-1)).toMatch(/could not save style\.css, also not on a second try.*changed elsewhere/);
    expect(names(calls).at(-1)).toBe('write_file style.css');
    expect(files.get('style.css')).toBe(before);
  });

  it('never writes back a file of which only the beginning was read', async () => {
    const { ask, draft } = createDemoChat();
    await ask('Make a poll');
    const cut: ToolAnswer = (call) => {
      const result = draft(call);
      return call.tool === 'read_file' ? { ...(result as object), cut: true, next: 90 } : result;
    };
    const { calls } = await ask(
      'dark theme',
      meanwhile(cut, 'edit_file', () => undefined),
    );
    expect(names(calls)).not.toContain('write_file style.css');
    expect(names(calls).filter((name) => name === 'edit_file style.css')).toHaveLength(2);
  });
});

function names(calls: readonly DemoCall[]): readonly string[] {
  return calls.map(({ tool, args }) => (args['path'] ? `${tool} ${args['path']}` : tool));
}
