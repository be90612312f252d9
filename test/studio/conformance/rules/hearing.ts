import { design, mustEqual, spec, type Rule } from '../rule.ts';
import { SOURCE } from '../studio-under-test.ts';

const STRANGERS = design('only `event.source === parent` is heard');

export const HEARING_RULES: readonly Rule[] = [
  {
    id: 'D11-strangers-change-nothing',
    quote: STRANGERS,
    async check(studio, samples) {
      const requests = [
        studio.request('setDocument', { document: samples.document('A stranger’s') }, { id: 'strange-1' }),
        studio.request('setRenderer', { html: null }, { id: 'strange-2' }),
      ];
      await studio.unchangedBy(
        () => studio.inHost('postByStranger', studio.name, requests),
        'a request from a window that is not the parent',
      );
    },
  },
  {
    id: 'D11-strangers-unanswered',
    quote: STRANGERS,
    async check(studio) {
      const requests = ['getDocument', 'getState', 'describe', 'noSuchMethod'].map((method) =>
        studio.request(method, undefined, { id: `strange-${method}` }),
      );
      const before = await studio.inHost<readonly unknown[]>('heardByStranger');
      const heard = await studio.unchangedBy(
        () => studio.inHost('postByStranger', studio.name, requests),
        'a question from a window that is not the parent',
      );
      const told = await studio.inHost<readonly unknown[]>('heardByStranger');
      mustEqual(told.slice(before.length), [], 'what the stranger was told');
      mustEqual(heard, [], 'what the host was told of it');
    },
  },
  {
    id: 'D11-renderer-is-a-stranger',
    quote: STRANGERS,
    async check(studio, samples) {
      const request = studio.request(
        'setDocument',
        { document: samples.document('Mine') },
        { id: 'strange-inner' },
      );
      const html = `<!doctype html><title>x</title><p>Sent it</p><script>
for (const studio of [parent, parent.parent]) studio.postMessage(${JSON.stringify(request)}, '*');
window.load = 1;
</script>`;
      await studio.result('setRenderer', { html });
      await studio.untilSeen('the page that speaks', ({ load }) => load === 1);
      await studio.settle();
      mustEqual(await studio.version(), 1, 'the version after the rendered page posted a request');
    },
  },
  {
    id: 'D11-malformed',
    quote: spec('4.8', 'messages with another source are ignored'),
    async check(studio) {
      const heard = await studio.unchangedBy(
        () => studio.inHost('postMalformed', studio.name, SOURCE),
        'a message that is no request',
      );
      mustEqual(
        heard.filter(({ kind, ok }) => kind !== 'response' || ok === true),
        [],
        'what was heard after messages that are no requests',
      );
    },
  },
  {
    id: 'D11-malformed-then-works',
    quote: design('any request is answered as soon as the listener exists'),
    async check(studio, samples) {
      await studio.inHost('postMalformed', studio.name, SOURCE);
      await studio.result('setDocument', { document: samples.document('After all that') });
      mustEqual(await studio.result('getDocument'), samples.document('After all that'), 'the document');
    },
  },
  {
    id: 'D11-prototype-keys',
    quote: spec('4.8', '`params` and `result` are opaque at this layer.'),
    async check(studio, samples) {
      const keys = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
      await studio.ask('setDocument', { document: samples.document('x').replace('{', `{${keys},`) });
      await studio.ask('invoke', { op: samples.adds.op, params: JSON.parse(`{${keys}}`) });
      await studio.ask('applyEdit', JSON.parse(`{${keys}}`));
      const isPolluted = await studio.frame.evaluate<boolean>('({}).polluted !== undefined');
      mustEqual(isPolluted, false, 'whether every object of the Studio has got a member from the document');
      await studio.result('setDocument', { document: samples.document('Still here') });
      mustEqual(await studio.result('getDocument'), samples.document('Still here'), 'the document');
    },
  },
  {
    id: 'D11-deep-document',
    quote: design('An invalid document, unparsable text too, is taken and held'),
    async check(studio, samples) {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      for (const document of [deep, samples.document('x').replace('"x"', deep)]) {
        const reply = await studio.ask('setDocument', { document });
        mustEqual(reply['ok'], true, 'ok of a document that is nested 20,000 deep');
        mustEqual((await studio.state())['valid'], false, 'whether it is valid');
      }
    },
  },
];
