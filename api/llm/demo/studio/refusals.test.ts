import { describe, expect, it } from 'vitest';
import type { ToolAnswer } from '../../../../test/support/demo-chat.ts';
import { createStudioChat, STUDIO_TOOLS } from '../../../../test/support/studio-chat.ts';
import { form } from '../../../content/form/kind.ts';
import type { SchemaChange } from '../../../content/kind.ts';
import { secondFormVersion } from '../../../content/testing/second-form-version.ts';
import { readRequest } from './read-request.ts';

const STALE = {
  ok: false,
  error: { code: 'stale_version', message: 'It is at version 3, not 1.', hint: 'Read it.' },
};
const FORM = { title: 'A', desc: 'B', fields: [{ type: 'text', key: 'a', label: 'First' }] };

type Answer = ToolAnswer<unknown>;

/** Answers the first `times` calls of a tool otherwise. */
function instead(run: Answer, tool: string, answer: Answer, times = 1): Answer {
  let left = times;
  return (call) => {
    if (call.tool !== tool || left === 0) return run(call);
    left -= 1;
    return answer(call);
  };
}

async function withForm(document: object = FORM) {
  const chat = createStudioChat('form');
  await chat.studio.setDocument(JSON.stringify(document));
  return chat;
}

describe('a change that is refused', () => {
  it('because it changed meanwhile is made once more in what is there now', async () => {
    const chat = await withForm();
    const theirs = { ...FORM, fields: [{ type: 'text', key: 'new', label: 'Theirs' }, ...FORM.fields] };
    const meanwhile = instead(chat.run, 'studio_invoke', async (call) => {
      await chat.studio.setDocument(JSON.stringify(theirs));
      return chat.run(call);
    });
    const { calls, said } = await chat.ask(
      'remove the last question and add a question about pets',
      meanwhile,
    );
    expect(calls.map(({ tool }) => tool.slice('studio_'.length))).toEqual([
      'get_state',
      'invoke',
      'get_state',
      'invoke',
      'invoke',
    ]);
    expect(said[2]).toMatch(/not taken: The document is at version 2, not 1\..*I look at the form again/);
    expect(chat.entries()).toMatchObject([{ key: 'new' }, { key: 'pets' }]);
  });

  it('a second time, or for good, ends with the reason and with what was done before', async () => {
    const chat = await withForm();
    const twice = await chat.ask(
      'remove the last question',
      instead(chat.run, 'studio_invoke', () => STALE, 2),
    );
    expect(twice.calls.map(({ tool }) => tool)).toHaveLength(4);
    expect(twice.said.at(-1)).toMatch(/could not do it: It is at version 3, not 1\..*I am a script/s);
    const large = {
      ok: false,
      error: { code: 'too_large', message: 'A document may have 1,000,000 bytes.' },
    };
    const once = await chat.ask(
      'rename the title to Z; remove the last question',
      instead(chat.run, 'studio_invoke', () => large),
    );
    expect(once.calls.map(({ tool }) => tool)).toEqual([
      'studio_get_state',
      'studio_apply_edit',
      'studio_invoke',
    ]);
    expect(once.said.at(-1)).toMatch(/1,000,000 bytes\. Done before that: The title is “Z” now\./);
    expect(chat.document()).toEqual({ ...FORM, title: 'Z' });
  });

  it('without an answer is made again only if it was not made', async () => {
    const lost: Answer = () => 'The connection was lost.';
    for (const done of [true, false]) {
      const chat = await withForm();
      const answer = instead(chat.run, 'studio_invoke', async (call) => {
        if (done) await chat.run(call);
        return lost(call);
      });
      const { calls, said } = await chat.ask('add a question about pets', answer);
      expect(calls).toHaveLength(done ? 3 : 4);
      expect(said.at(-1)).toContain('Question 2 is new');
      expect(chat.entries()).toHaveLength(2);
    }
  });

  it('when the state cannot be read ends at once', async () => {
    const chat = await withForm();
    const gone = { ok: false, error: { code: 'timeout', message: 'The editor does not answer.' } };
    const { said, calls } = await chat.ask(
      'make a quiz',
      instead(chat.run, 'studio_get_state', () => gone),
    );
    expect([calls.length, said.at(-1)]).toEqual([1, expect.stringContaining('The editor does not answer.')]);
  });
});

describe('a document with mistakes', () => {
  it('is kept, and the demo says which they are', async () => {
    const chat = await withForm({ ...FORM, extra: 1 });
    const { calls, said } = await chat.ask('add a question about pets');
    expect(calls.map(({ tool }) => tool)).toEqual(['studio_get_state', 'studio_invoke', 'studio_validate']);
    expect(said.at(-1)).toMatch(/Question 2 is new.*it has a mistake.*\n\n- .*extra/s);
  });

  it('is mended where the change does that', async () => {
    const twice = [FORM.fields[0], { ...FORM.fields[0], label: 'Second' }];
    const chat = await withForm({ ...FORM, fields: twice });
    const { said } = await chat.ask('remove the last question');
    expect(chat.content().validation.ok).toBe(true);
    expect(said.at(-1)).not.toContain('mistake');
  });

  it('is no ground for small changes where the text is no JSON, but can be replaced', async () => {
    const chat = createStudioChat('form');
    await chat.studio.setDocument('{"title": ');
    const { said } = await chat.ask('add a question about pets');
    expect(said.at(-1)).toMatch(/Mend its text first.*line 1: The text is not JSON/s);
    expect(chat.content().version).toBe(1);
    await chat.ask('make a quiz');
    expect(chat.content().validation.ok).toBe(true);
  });

  it('is told when a report of mistakes comes', async () => {
    const { ask } = createStudioChat('form');
    const { said, calls } = await ask(
      '[Not finished: the form has these mistakes]\n- /title: is missing; add a question about pets',
    );
    expect([calls, said[0]]).toEqual([
      [],
      expect.stringMatching(/A script cannot mend.*- \/title: is missing/s),
    ]);
  });
});

describe('tools', () => {
  it('that are taken away midway end the turn in plain words, and it goes on later', async () => {
    const chat = createStudioChat('form');
    const cut: Answer = (call) => {
      chat.offer([]);
      return chat.run(call);
    };
    const { said } = await chat.ask('make a survey about lunch', cut);
    expect(said.at(-1)).toMatch(/script, not an AI\. I stop here.*say "continue"/);
    chat.offer(STUDIO_TOOLS);
    const { calls } = await chat.ask('continue');
    expect(calls.map(({ tool }) => tool)).toEqual(['studio_set_document']);
    expect(chat.document()['title']).toBe('Survey: Lunch');
  });

  it('that only read are not enough for a change', async () => {
    const { ask, content } = createStudioChat('form', {
      tools: ['studio_get_state', 'studio_set_document'],
    });
    const { said } = await ask('add a question about pets');
    expect(said.at(-1)).toContain('does not let me make such a change');
    expect(content().version).toBe(0);
  });
});

describe('an upgrade', () => {
  const changed = (changes: readonly SchemaChange[]) => ({
    ...secondFormVersion(),
    SCHEMA_CHANGELOG: changes,
  });

  async function old(kind: ReturnType<typeof secondFormVersion>, document: object = FORM) {
    const chat = createStudioChat('form', { kind });
    await chat.studio.setDocument(JSON.stringify(document), { schemaVersion: 1 });
    return chat;
  }

  it('brings along what has another name now, and looks whether that was all', async () => {
    const chat = await old(secondFormVersion());
    const { calls, said } = await chat.ask('Please bring it up to date');
    expect(calls.map(({ tool }) => tool)).toEqual([
      'studio_get_state',
      'studio_schema_diff',
      'studio_set_document',
      'studio_get_state',
    ]);
    expect(calls[1]?.args).toEqual({ fromVersion: 1 });
    expect(Object.entries(chat.document())).toEqual([
      ['title', 'A'],
      ['intro', 'B'],
      ['fields', FORM.fields],
    ]);
    expect([chat.content().docSchemaVersion, chat.content().validation.ok]).toEqual([2, true]);
    expect(said.at(-1)).toContain('up to date now: it fits version 2');
  });

  it('needs nothing but a new stamp where no change is breaking', async () => {
    const [, added] = secondFormVersion().SCHEMA_CHANGELOG;
    const { desc: _desc, ...document } = FORM;
    const chat = await old(changed(added ? [added] : []), document);
    await chat.ask('migrate this form to the new version');
    expect([chat.document(), chat.content().docSchemaVersion]).toEqual([document, 2]);
  });

  it('is left to a real model where it takes understanding', async () => {
    const change = {
      version: 2,
      kind: 'modify',
      target: 'fields',
      breaking: true,
      summary: 'Fields are pages.',
    } as const;
    const chat = await old(changed([change]));
    const { said } = await chat.ask('upgrade it');
    expect(said.at(-1)).toMatch(/cannot bring this form up to date.*- Fields are pages\..*a real model/s);
    expect([chat.document(), chat.content().docSchemaVersion]).toEqual([FORM, 1]);
  });

  it('is not needed', async () => {
    const { ask, content } = createStudioChat('form', { kind: form });
    const { said } = await ask('bring the form up to date');
    expect(said.at(-1)).toContain('up to date already: it fits version 1');
    expect(content().version).toBe(0);
  });

  it('does not rewrite a page of its own', async () => {
    const chat = createStudioChat('form', { kind: secondFormVersion() });
    await chat.studio.setRenderer('<p></p>', { schemaVersion: 1 });
    const { said } = await chat.ask('upgrade it');
    expect(said.at(-1)).toMatch(
      /up to date already.*The page that shows it was made for an earlier version/s,
    );
  });
});

it('reads long and hostile text in no time', () => {
  const began = performance.now();
  for (const text of [
    'add a question '.repeat(2_000),
    'add a choice with options '.repeat(2_000),
    `add a question about ${'a '.repeat(10_000)}`,
    'make the the the '.repeat(2_000),
    `move ${'before '.repeat(5_000)}`,
    '"'.repeat(20_000),
    `a ${'nice '.repeat(5_000)} survey`,
    `rename ${'to '.repeat(5_000)}`,
    `add a slide ${'with bullets '.repeat(2_000)}`,
    ' and add'.repeat(4_000),
    `${' '.repeat(20_000)}x`,
  ]) {
    readRequest('form', text);
    readRequest('slides', text);
  }
  expect(performance.now() - began).toBeLessThan(3_000);
});
