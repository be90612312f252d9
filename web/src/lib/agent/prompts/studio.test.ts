import { kindOf, type KindId } from '@platform/api/content/kinds.ts';
import { describe, expect, it } from 'vitest';
import { readCapabilities } from '../studio/capabilities.ts';
import { EngineDesk } from '../studio/testing/engine.ts';
import { studioPrompt } from './studio.ts';

async function prompt(kind: KindId, canLook = false): Promise<string> {
  const { studio } = new EngineDesk(kindOf(kind));
  const [state, told] = [await studio.getState(), await studio.describe()];
  return studioPrompt(state, readCapabilities(told), { canLook });
}

describe('the system prompt for the document in a Studio', () => {
  // What behaviour elsewhere depends on: take one out only together with what it guards.
  it.each([
    'never into the chat',
    'leave everything else exactly as it is',
    'A document with mistakes is not stored.',
    'Read the document again, and keep what they did.',
    'Never say that something is done while diagnostics remain',
    'Never repeat a call that failed without changing something first.',
    'call studio_schema_diff with the version that the document was made for',
    'Do not upgrade unasked.',
    '<script id="platform-doc" type="application/json"></script>',
    'window.platform.submit(values)',
    'with textContent, never with innerHTML',
    'data-target="field:<key>"',
  ])('says: %s', async (sentence) => {
    expect(await prompt('form')).toContain(sentence);
  });

  it('says to each kind its own, with the skills that its Studio names', async () => {
    const [form, deck] = [await prompt('form'), await prompt('slides')];
    expect(form).toContain('The keys of fields that are there stay as they are');
    expect(form).toContain(kindOf('form').skills[0]?.instructions);
    expect(form).not.toContain('The document is a deck');
    expect(deck).toContain('Change the order and the number of slides only when that was asked for.');
    expect(deck).toContain(kindOf('slides').skills[0]?.instructions);
    expect(deck).not.toContain('The document is a form');
  });

  it('says how to look only to a model that can', async () => {
    expect(await prompt('slides')).not.toContain('studio_screenshot');
    expect(await prompt('slides', true)).toContain('Say what you see, not what you meant to make.');
  });
});
