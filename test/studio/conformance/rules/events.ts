import { design, must, mustBeObject, mustEqual, NotApplicable, spec, type Rule } from '../rule.ts';

const CHANGE = design(
  '`change` is emitted for every accepted mutation, the host\'s included, payload `{ version, by: "host" | "user", valid }`',
);
const SUBMIT = design(
  '`submit` when the rendered form is submitted inside the Studio, payload `{ values, ok, diagnostics }`',
);

export const EVENT_RULES: readonly Rule[] = [
  {
    id: 'S6-events',
    quote: spec('6', 'The Studio emits `StudioEvent` messages: `ready`, `change`, `submit`'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('One') });
      await studio.settle();
      const names = new Set((await studio.events()).map(({ event }) => event));
      must(names.has('ready') && names.has('change'), `events were only ${[...names].join(', ')}`);
      for (const name of names)
        must(['ready', 'change', 'submit'].includes(String(name)), `an event is ${String(name)}`);
    },
  },
  {
    id: 'D11-ready-repeated',
    quote: design('`ready` is only a hint, and is repeated after the first message'),
    async check(studio) {
      await studio.settle();
      const heard = await studio.heard();
      const first = heard.findIndex(({ kind }) => kind === 'response');
      const readies = heard.slice(first).filter(({ kind, event }) => kind === 'event' && event === 'ready');
      mustEqual(readies.length, 1, 'events `ready` after the first response');
    },
  },
  {
    id: 'D11-change',
    quote: CHANGE,
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('One') });
      await studio.result('applyEdit', { patch: { find: 'One', replace: 'Two' } });
      await studio.result('setRenderer', { html: null });
      await studio.result('invoke', { ...samples.adds });
      await studio.settle();
      mustEqual(
        (await studio.events('change')).map(({ payload }) => payload),
        [1, 2, 3, 4].map((version) => ({ version, by: 'host', valid: true })),
        'payloads of the events `change` after four changes',
      );
    },
  },
  {
    id: 'D11-change-invalid',
    quote: CHANGE,
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.invalid.document });
      await studio.result('setDocument', { document: '{' });
      await studio.settle();
      const valid = (await studio.events('change')).map(({ payload }) => Object(payload)['valid']);
      mustEqual(valid, [false, false], '`valid` in the events of two invalid documents');
    },
  },
  {
    id: 'D11-change-once',
    quote: CHANGE,
    async check(studio, samples) {
      const request = studio.request('setDocument', { document: samples.document('One') });
      await studio.askAll([request]);
      await studio.askAll([request]);
      await studio.settle();
      mustEqual(
        (await studio.events('change')).length,
        1,
        'events `change` after one request that came twice',
      );
    },
  },
  {
    id: 'S6-event-version',
    quote: spec('6', '`payload` is opaque and `version` may be given'),
    async check(studio, samples) {
      await studio.result('setDocument', { document: samples.document('One') });
      await studio.result('setDocument', { document: samples.document('Two') });
      await studio.settle();
      const given = (await studio.events('change')).flatMap(({ version, payload }) =>
        version === undefined ? [] : [[version, Object(payload)['version']]],
      );
      for (const [version, own] of given)
        mustEqual(version, own, 'version of an event, against its payload’s');
    },
  },
  {
    id: 'D11-submit',
    quote: SUBMIT,
    async check(studio, samples) {
      if (samples.vertical !== 'form') throw new NotApplicable('slides collect nothing');
      await studio.result('setDocument', { document: samples.document('A form to send') });
      const page = await studio.untilSeen('the form', ({ text }) => text.includes('A form to send'));
      await page.frame.locator('input:not([type=hidden]), textarea').first().fill('Ada');
      await page.frame
        .locator('button[type=submit], input[type=submit], form button:not([type=button])')
        .first()
        .click();
      await studio.until('an event `submit`', async () => (await studio.events('submit')).length > 0);
      await studio.settle();
      const submits = await studio.events('submit');
      mustEqual(
        submits.map(({ payload }) => payload),
        [{ values: { name: 'Ada' }, ok: true, diagnostics: [] }],
        'payloads of the events `submit`',
      );
      mustEqual(await studio.version(), 1, 'the version after one setDocument and an answer');
    },
  },
  {
    id: 'D11-submit-wrong',
    quote: SUBMIT,
    async check(studio, samples) {
      if (samples.vertical !== 'form') throw new NotApplicable('slides collect nothing');
      const html = `<!doctype html><title>x</title><p>Sends</p><script id="platform-doc" type="application/json"></script>
<script>window.platform.submit({ name: 7 }).catch(() => {})</script>`;
      await studio.result('setRenderer', { html });
      await studio.result('setDocument', { document: samples.document('A form') });
      await studio.until('an event `submit`', async () => (await studio.events('submit')).length > 0);
      const payload = mustBeObject((await studio.events('submit')).at(-1)?.['payload'], 'the payload');
      mustEqual([payload['values'], payload['ok']], [{ name: 7 }, false], 'values and ok');
      must(
        Array.isArray(payload['diagnostics']) && payload['diagnostics'].length > 0,
        'there are no diagnostics',
      );
    },
  },
];
