import { makeProbe, documentOf } from '../probe.ts';
import { design, must, mustEqual, type Quote, type Rule } from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

const SANDBOX = design('so that a Studio also runs in `sandbox="allow-scripts"`');
const FOCUS: Quote = { from: 'docs/studio.md', text: 'It never takes the focus by itself.' };

async function mustKeepFocus(studio: StudioUnderTest, after: string): Promise<void> {
  const id = await studio.page.evaluate<string>('document.activeElement.id');
  mustEqual(id, 'own', `the element that has the focus after ${after}`);
}

export const SURROUNDINGS_RULES: readonly Rule[] = [
  {
    id: 'D11-sandbox-answers',
    quote: SANDBOX,
    sandbox: 'allow-scripts',
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('In a sandbox') });
      mustEqual(await studio.result('getDocument'), samples.document('In a sandbox'), 'the document');
      await studio.settle();
      mustEqual((await studio.events('change')).length, 1, 'events `change`');
    },
  },
  {
    id: 'D11-sandbox-renders',
    quote: SANDBOX,
    sandbox: 'allow-scripts',
    async check(studio, samples) {
      const probe = makeProbe();
      await studio.result('setRenderer', { html: probe.html });
      await studio.result('setDocument', { document: samples.document('In a sandbox') });
      await studio.untilSeen(
        'the document in the renderer',
        (page) => page.mark === probe.mark && documentOf(page)?.['title'] === 'In a sandbox',
      );
    },
  },
  {
    id: 'D11-sandbox-screenshot',
    quote: SANDBOX,
    sandbox: 'allow-scripts',
    async check(studio) {
      const picture = await studio.result('screenshot');
      must(String(picture).startsWith('data:image/png;base64,'), 'there is no picture');
    },
  },
  {
    id: 'D11-sandbox-strangers',
    quote: design('only `event.source === parent` is heard'),
    sandbox: 'allow-scripts',
    async check(studio, samples) {
      const request = studio.request(
        'setDocument',
        { document: samples.document('x') },
        { id: 'strange-box' },
      );
      const heard = await studio.unchangedBy(
        () => studio.inHost('postByStranger', studio.name, [request]),
        'a request from a window that is not the parent',
      );
      mustEqual(heard, [], 'what the host was told of it');
    },
  },
  {
    id: 'F-focus-at-load',
    quote: FOCUS,
    async check(studio) {
      await studio.page.focus('#own');
      const other = await studio.another();
      await other.untilSeen('the page that is rendered', ({ text }) => text.trim() !== '');
      await other.settle();
      await mustKeepFocus(studio, 'a Studio was loaded');
    },
  },
  {
    id: 'F-focus-at-work',
    quote: FOCUS,
    async check(studio, samples) {
      await studio.page.focus('#own');
      await studio.result('setDocument', { document: JSON.stringify(samples.rich) });
      await studio.result('invoke', { ...samples.adds });
      // Some renderers go to what the picture is of.
      for (const target of samples.targets.slice(0, 2)) await studio.result('screenshot', { target });
      await studio.untilSeen('the document', ({ text }) => text.trim() !== '');
      await mustKeepFocus(studio, 'changes by the host and a picture');
      await studio.result('setDocument', { document: samples.invalid.document });
      await studio.settle();
      await mustKeepFocus(studio, 'an invalid document');
    },
  },
  {
    id: 'F-focus-of-renderer',
    quote: FOCUS,
    async check(studio) {
      await studio.page.focus('#own');
      const probe = makeProbe(
        undefined,
        "document.querySelector('main').tabIndex = -1; document.querySelector('main').focus()",
      );
      await studio.result('setRenderer', { html: probe.html });
      await studio.untilSeen('the renderer', ({ mark, load }) => mark === probe.mark && load !== null);
      await studio.settle();
      await mustKeepFocus(studio, 'a renderer asked for the focus');
    },
  },
];
