import { makeProbe, documentOf, type Probe } from '../probe.ts';
import { design, must, mustEqual, spec, type Rule } from '../rule.ts';
import type { RenderedPage } from '../rendered-pages.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

/** A title that would end the element, or begin something in it, if it were written as it is. */
const NASTY = '</script><script>window.broken = 1</script><!-- <script> ]]> \u2028 &lt; & "';

/** Waits until the probe shows a document with this title. */
function shown(studio: StudioUnderTest, { mark }: Probe, title: string): Promise<RenderedPage> {
  return studio.untilSeen(
    `a page with the title ${JSON.stringify(title)}`,
    (page) => page.mark === mark && documentOf(page)?.['title'] === title,
  );
}

async function withProbe(studio: StudioUnderTest, document: string, probe = makeProbe()): Promise<Probe> {
  await studio.result('setDocument', { document });
  await studio.result('setRenderer', { html: probe.html });
  return probe;
}

export const RENDERER_RULES: readonly Rule[] = [
  {
    id: 'S4.8-setRenderer',
    quote: spec('4.8', 'set the renderer (one complete `index.html`) or null for blank'),
    async check(studio) {
      const { html } = makeProbe();
      const result = await studio.result('setRenderer', { html });
      mustEqual(Object(result)['ok'], true, '`ok` of the result');
      mustEqual(await studio.result('getRenderer'), html, 'the renderer');
      await studio.result('setRenderer', { html: null });
      mustEqual(await studio.result('getRenderer'), null, 'the renderer after null');
    },
  },
  {
    id: 'S4.8-renderer-template',
    quote: spec(
      '4.8',
      'a renderer is a template that contains an empty script element with id `platform-doc` and type `application/json`',
    ),
    async check(studio) {
      const html = await studio.result('getRenderer');
      const places = await studio.inHost<unknown>('places', html);
      const expected = [{ tag: 'script', type: 'application/json', text: '' }];
      mustEqual(places, expected, 'the elements `platform-doc` of the default renderer');
    },
  },
  {
    id: 'S4.8-renderer-empty',
    quote: spec('4.8', 'The renderer reads it as JSON text, with `{}` when empty.'),
    async check(studio) {
      const complaints = await studio.inHost<unknown>('run', await studio.result('getRenderer'));
      mustEqual(complaints, [], 'errors of the default renderer when its element is empty');
    },
  },
  {
    id: 'S4.8-renderer-default-shows',
    quote: spec('4.8', 'On each change the host writes the current document JSON into it'),
    async check(studio, samples) {
      for (const title of ['The first title', 'The second title']) {
        await studio.result('setDocument', { document: samples.document(title) });
        await studio.untilSeen(`“${title}” in the default renderer`, ({ text }) => text.includes(title));
      }
    },
  },
  {
    id: 'S4.8-renderer-document',
    quote: spec('4.8', 'On each change the host writes the current document JSON into it'),
    async check(studio, samples) {
      const probe = await withProbe(studio, JSON.stringify(samples.rich));
      const page = await shown(studio, probe, String(samples.rich['title']));
      mustEqual(documentOf(page), samples.rich, 'the JSON in the element');
      await studio.result('applyEdit', { patch: { find: 'All there is', replace: 'Zoë \u{1F600} $&' } });
      const next = await shown(studio, probe, 'Zoë \u{1F600} $&');
      mustEqual(documentOf(next), { ...samples.rich, title: 'Zoë \u{1F600} $&' }, 'the JSON after an edit');
    },
  },
  {
    id: 'S4.8-renderer-place',
    quote: spec('4.8', 'an empty script element with id `platform-doc` and type `application/json`'),
    async check(studio, samples) {
      for (const element of [
        "<script type='application/json' data-x='>' id='platform-doc'></script>",
        '<SCRIPT TYPE=application/json ID=platform-doc ></SCRIPT>',
        '<!-- <script id="platform-doc" type="application/json"></script> -->\n<script\n  id="platform-doc"\n  type="application/json"\n></script\n>',
      ]) {
        const title = `Written as ${element.length}`;
        const probe = await withProbe(studio, samples.document(title), makeProbe(element));
        await shown(studio, probe, title);
      }
    },
  },
  {
    id: 'S4.8-renderer-escape',
    quote: spec('4.8', 'escaping a closing script tag'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document(NASTY));
      const page = await studio.untilSeen(
        'the probe',
        ({ mark, load }) => mark === probe.mark && load !== null,
      );
      mustEqual(documentOf(page)?.['title'], NASTY, 'the title in the element');
      must(!page.isBroken, 'text of the document was run as a script');
      mustEqual(page.text.trim(), 'A probe', 'what is read in the page');
    },
  },
  {
    id: 'S4.8-renderer-reload',
    quote: spec('4.8', 'reloads the inner frame'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document('One'));
      const first = await shown(studio, probe, 'One');
      await studio.result('setDocument', { document: samples.document('Two') });
      const second = await shown(studio, probe, 'Two');
      must(first.load !== second.load, 'the page was changed without being loaded anew');
    },
  },
  {
    id: 'S4.8-renderer-new',
    quote: spec('4.8', 'set the renderer (one complete `index.html`)'),
    async check(studio, samples) {
      const first = await withProbe(studio, samples.document('Same'));
      await shown(studio, first, 'Same');
      const second = makeProbe();
      await studio.result('setRenderer', { html: second.html });
      await shown(studio, second, 'Same');
    },
  },
  {
    id: 'S4.8-renderer-null',
    quote: spec('4.8', 'null for blank'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document('One'));
      await shown(studio, probe, 'One');
      await studio.result('setRenderer', { html: null });
      await studio.until('a blank page', async () =>
        (await studio.pages()).every(({ text }) => text.trim() === ''),
      );
      await studio.result('setRenderer', { html: probe.html });
      await shown(studio, probe, 'One');
    },
  },
  {
    id: 'S4.8-renderer-last-good',
    quote: spec('4.8', 'When the document is invalid the last good render stays'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document('Good'));
      const good = await shown(studio, probe, 'Good');
      for (const document of [samples.invalid.document, '{"title":']) {
        await studio.result('setDocument', { document });
        await studio.settle();
        const now = await shown(studio, probe, 'Good');
        mustEqual(documentOf(now), documentOf(good), 'the document in the page that is shown');
      }
    },
  },
  {
    id: 'S4.8-renderer-overlay',
    quote: spec('4.8', 'diagnostics are overlaid'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document('Good'));
      await shown(studio, probe, 'Good');
      const { diagnostics } = Object(
        await studio.result('setDocument', { document: samples.invalid.document }),
      ) as { readonly diagnostics: readonly { readonly message: string }[] };
      const message = diagnostics[0]?.message ?? '';
      must(message !== '', 'an invalid document has no diagnostics');
      const isSaid = async (): Promise<boolean> =>
        (await studio.frame.evaluate<string>('document.body.innerText')).includes(message);
      await studio.until(`“${message}” in the Studio`, isSaid);
      await studio.result('setDocument', { document: samples.document('Mended') });
      await studio.until(`“${message}” is gone after the document is mended`, async () => !(await isSaid()));
    },
  },
  {
    id: 'S4.8-renderer-mended',
    quote: spec('4.8', 'On each change the host writes the current document JSON into it'),
    async check(studio, samples) {
      const probe = await withProbe(studio, samples.document('Good'));
      await shown(studio, probe, 'Good');
      await studio.result('setDocument', { document: samples.invalid.document });
      await studio.result('setDocument', { document: samples.document('Mended') });
      await shown(studio, probe, 'Mended');
    },
  },
  {
    id: 'D11-renderer-isolated',
    quote: design('The renderer runs in an inner frame without `allow-same-origin`'),
    async check(studio, samples) {
      const probe = await withProbe(
        studio,
        samples.document('One'),
        makeProbe(
          undefined,
          'try { parent.document.title; window.broken = true } catch { window.broken = false }',
        ),
      );
      const page = await shown(studio, probe, 'One');
      mustEqual(
        [page.origin, page.isBroken],
        ['null', false],
        'origin, and whether it reaches the Studio’s page',
      );
    },
  },
];
