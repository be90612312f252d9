import { design, must, mustEqual, mustHaveShape, spec, type Loose, type Rule } from '../rule.ts';
import { METHODS, SOURCE, type StudioUnderTest } from '../studio-under-test.ts';

const RESPONSE = {
  source: 'string',
  kind: 'string',
  id: 'string',
  ok: 'boolean',
  'result?': 'string|number|boolean|object|list|null|undefined',
  'error?': 'object',
  'version?': 'number',
};
const EVENT = {
  source: 'string',
  kind: 'string',
  event: 'string',
  'payload?': 'string|number|boolean|object|list|null',
  'version?': 'number',
};

/** One request of each operation, all of which can be done. */
function oneOfEach(studio: StudioUnderTest, document: string): readonly Loose[] {
  const params: Readonly<Record<string, unknown>> = {
    setDocument: { document },
    applyEdit: { patch: { find: 'title', replace: 'title' } },
    getSchemaDiff: { fromVersion: 0 },
    invoke: { op: document.includes('"slides"') ? 'slideCount' : 'fieldCount' },
    setRenderer: { html: '<!doctype html><title>x</title>' },
  };
  return METHODS.filter((method) => method !== 'screenshot').map((method) =>
    studio.request(method, params[method]),
  );
}

/** Requests that cannot be done, each for another reason. */
function refusedOnes(studio: StudioUnderTest): readonly Loose[] {
  return [
    studio.request('noSuchMethod'),
    studio.request('setDocument', {}),
    studio.request('applyEdit', { patch: { find: 'this is nowhere in it', replace: '' } }),
    studio.request('invoke', { op: 'noSuchOperation' }),
    studio.request('setRenderer', { html: null }, { baseVersion: 1_000 }),
  ];
}

export const ENVELOPE_RULES: readonly Rule[] = [
  {
    id: 'S4.8-source-sent',
    quote: spec('4.8', "Every message carries `source: 'platform-studio'`"),
    async check(studio, samples) {
      await studio.askAll([...oneOfEach(studio, samples.document('A')), ...refusedOnes(studio)]);
      await studio.settle();
      const heard = await studio.heard();
      must(heard.length > 0, 'nothing was heard');
      for (const message of heard) mustEqual(message['source'], SOURCE, 'source of a message');
    },
  },
  {
    id: 'S4.8-source-ignored',
    quote: spec('4.8', 'messages with another source are ignored'),
    async check(studio, samples) {
      const params = { document: samples.document('Not to be taken') };
      const messages = ['platform', 'platform-studio ', 'PLATFORM-STUDIO', '', null, 1, undefined].map(
        (source, index) => ({ ...studio.request('setDocument', params), id: `other-${index}`, source }),
      );
      const heard = await studio.unchangedBy(() => studio.post(...messages), 'a message with another source');
      mustEqual(heard, [], 'what was heard after messages with another source');
    },
  },
  {
    id: 'S4.8-source-missing',
    quote: spec('4.8', 'messages with another source are ignored'),
    async check(studio, samples) {
      const { source: _, ...message } = studio.request('setDocument', { document: samples.document('B') });
      const act = (): Promise<void> => studio.post({ ...message, id: 'none' });
      mustEqual(await studio.unchangedBy(act, 'a message without a source'), [], 'what was heard after it');
    },
  },
  {
    id: 'S4.8-request-kind',
    quote: spec('4.8', "`StudioRequest { source, kind: 'request', id, method, params?, baseVersion? }`"),
    async check(studio, samples) {
      const request = studio.request('setDocument', { document: samples.document('C') });
      const messages = ['response', 'event', 'requests', undefined].map((kind, index) => ({
        ...request,
        id: `kind-${index}`,
        kind,
      }));
      const heard = await studio.unchangedBy(() => studio.post(...messages), 'a message that is no request');
      mustEqual(heard, [], 'what was heard after messages that are no requests');
    },
  },
  {
    id: 'S4.8-response-shape',
    quote: spec('4.8', "`StudioResponse { source, kind: 'response', id, ok, result?, error?, version? }`"),
    async check(studio, samples) {
      for (const request of [...oneOfEach(studio, samples.document('D')), ...refusedOnes(studio)]) {
        const [reply] = await studio.askAll([request]);
        mustHaveShape(reply, RESPONSE, `the response to ${String(request['method'])}`);
      }
    },
  },
  {
    id: 'S4.8-result-only-ok',
    quote: spec('4.8', '`result` only when ok'),
    async check(studio) {
      for (const reply of await studio.askAll(refusedOnes(studio))) {
        mustEqual([reply['ok'], 'result' in reply], [false, false], 'ok, and whether there is a result');
      }
    },
  },
  {
    id: 'S4.8-error-only-not-ok',
    quote: spec('4.8', '`error` only when not ok'),
    async check(studio, samples) {
      for (const reply of await studio.askAll(oneOfEach(studio, samples.document('E')))) {
        mustEqual([reply['ok'], 'error' in reply], [true, false], 'ok, and whether there is an error');
      }
      for (const reply of await studio.askAll(refusedOnes(studio))) {
        mustEqual([reply['ok'], 'error' in reply], [false, true], 'ok, and whether there is an error');
      }
    },
  },
  {
    id: 'S4.8-id-correlates',
    quote: spec('4.8', '`id` correlates to the request'),
    async check(studio, samples) {
      const requests = [
        ...Array.from({ length: 20 }, () => studio.request('getState')),
        ...['0', ' ', 'ä', '__proto__', 'x'.repeat(100)].map((id) =>
          studio.request('getDocument', undefined, { id }),
        ),
        ...oneOfEach(studio, samples.document('F')),
      ];
      const replies = await studio.askAll(requests);
      replies.forEach((reply, index) => mustEqual(reply['id'], requests[index]?.['id'], 'id of a response'));
      const read = replies.slice(0, 20).map(({ result }) => typeof Object(result)['version']);
      mustEqual([...new Set(read)], ['number'], 'what getState answers');
    },
  },
  {
    id: 'S4.8-one-response',
    quote: spec('4.8', '`id` correlates to the request'),
    async check(studio, samples) {
      const requests = [...oneOfEach(studio, samples.document('G')), ...refusedOnes(studio)];
      await studio.askAll(requests);
      await studio.settle();
      const heard = (await studio.heard()).filter(({ kind }) => kind === 'response');
      for (const { id, method } of requests) {
        mustEqual(heard.filter((one) => one['id'] === id).length, 1, `responses to one ${String(method)}`);
      }
    },
  },
  {
    id: 'S4.8-event-shape',
    quote: spec('4.8', "`StudioEvent { source, kind: 'event', event, payload?, version? }`"),
    async check(studio, samples) {
      await studio.askAll(oneOfEach(studio, samples.document('H')));
      await studio.settle();
      const events = await studio.events();
      must(events.length > 0, 'there was no event');
      for (const event of events) mustHaveShape(event, EVENT, 'an event');
    },
  },
  {
    id: 'S4.8-all-operations',
    quote: design('`ops` the protocol operations accepted'),
    async check(studio, samples) {
      const { ops } = Object(await studio.result('describe')) as Loose;
      must(Array.isArray(ops), '`ops` is no list');
      const missing = METHODS.filter((method) => !ops.includes(method));
      mustEqual(missing, [], 'operations of the protocol that `describe` does not list');
      for (const reply of await studio.askAll(oneOfEach(studio, samples.document('I'))))
        mustEqual(reply['ok'], true, 'ok of a request that can be done');
    },
  },
  {
    id: 'S9.6-envelope-frozen',
    quote: spec('9', 'The Studio envelope is frozen'),
    async check(studio, samples) {
      // Members that newer hosts may send change nothing of what is done.
      const request = studio.request(
        'setDocument',
        { document: samples.document('J') },
        { trace: 'x', version: 7 },
      );
      const [reply] = await studio.askAll([request]);
      mustEqual(reply?.['ok'], true, 'ok of a request with a member that the envelope has not');
      mustEqual(await studio.result('getDocument'), samples.document('J'), 'the document');
    },
  },
];
