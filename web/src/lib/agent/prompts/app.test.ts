import { compile } from '@platform/aml-compiler';
import { describe, expect, it } from 'vitest';
import { AML } from './aml.ts';
import { appPrompt } from './app.ts';
import { BRIDGE } from './bridge.ts';
import { LAST_STEP } from './last-step.ts';
import { SUMMARISE } from './summary.ts';

const empty = { revision: 1, aml: '', files: new Map<string, string>() };

describe('the system prompt for an app', () => {
  // What behaviour elsewhere depends on: take one out only together with what it guards.
  it.each([
    'Code goes into files through the tools, never into the chat.',
    'Never say that something works while problems or preview errors remain',
    'Never repeat a call that failed without changing something first.',
    'index.html is the entry and must exist.',
    'There is no build step',
    'ES modules',
    'import map',
    'never "/app.js"',
    'textContent, never with innerHTML',
    'window.platform.submit(values, { entity: "Message" })',
    'window.platform.query({ entity: "Message"',
    'window.platform.graphql(query, variables)',
    '@@allow(update, anyone)',
    "Without rules anyone may read and create; only the app's owner may update and delete.",
    '@was("oldName")',
    'never send projectId',
  ])('says: %s', (sentence) => {
    expect(appPrompt(empty)).toContain(sentence);
  });

  it('says what an app with data and one without must heed, and to each only its own', () => {
    const plain = appPrompt(empty);
    const stored = appPrompt({ ...empty, aml: 'model A {\n  b String\n}' });
    expect(plain).toContain('Write one only when something is to be kept');
    expect(plain).not.toContain('A new required field needs a @default');
    expect(stored).toContain('A new required field needs a @default');
    expect(stored).not.toContain('Write one only when something is to be kept');
  });

  it('says how to look only to a model that can', () => {
    expect(appPrompt(empty)).not.toContain('studio_screenshot');
    const seeing = appPrompt(empty, { canLook: true });
    expect(seeing).toContain('studio_screenshot gives you a picture of the running preview');
    expect(seeing).toContain('Say what you see, not what you meant to build.');
  });

  it('ends a turn in words, and keeps wishes in a summary', () => {
    expect(LAST_STEP).toContain('no tools are available');
    expect(SUMMARISE).toContain('Decisions and standing wishes');
    expect(SUMMARISE).toContain('Invent nothing.');
  });

  it('teaches AML that compiles', () => {
    const example = AML.slice(AML.indexOf('model Message'), AML.indexOf('\n\n- Types'));
    expect(compile(example).diagnostics).toEqual([]);
    expect(BRIDGE).toContain('entity: "Message"');
  });

  it('shows the draft as it is', () => {
    expect(appPrompt(empty)).toContain('The draft is empty');
    const state = { revision: 7, aml: 'model A {\n  b String\n}', files: new Map([['index.html', '<h1>']]) };
    expect(appPrompt(state)).toContain('revision 7');
    expect(appPrompt(state)).toContain('- index.html (4 characters)');
    expect(appPrompt(state)).toContain('model A {');
  });
});
