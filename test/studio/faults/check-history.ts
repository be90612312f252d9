import { expect } from 'vitest';
import { KINDS } from '../../../api/content/kinds.ts';
import { modelAnswer, modelStart, type ModelState } from '../../../web/src/lib/studio/testing/model.ts';
import type { Envelope, Outcome } from './driver.ts';

type Data = Envelope['data'];
const KIND = KINDS.form;

/** Numbers of what was seen, and the state that the model ends in. */
export interface Checked {
  readonly changes: number;
  readonly requests: number;
  readonly answers: number;
  readonly last: ModelState;
}

/**
 * Holds all that crossed the wire to one Studio, from its load on, against the reference model. In whatever order requests
 * arrived, the versions of the responses tell in which they were done: the accepted changes must be 1, 2, 3 … without a
 * gap and without a second, and each response must be what the model answers at the version that it names.
 *
 * @param isCutOff the frame went away in the middle: a browser may drop what it posted last, which can be the event after
 *   the response to the last change
 */
export function checkHistory(
  sent: readonly Envelope[],
  outcomes: readonly Outcome[],
  isCutOff = false,
): Checked {
  const of = (direction: string, kind: string): readonly Data[] =>
    sent.filter((one) => one.direction === direction && one.data['kind'] === kind).map(({ data }) => data);
  const requests = new Map(of('toStudio', 'request').map((data) => [data['id'], data]));
  const responses = of('toHost', 'response');
  const states = [modelStart(KIND)];
  const accepted = acceptedChanges(requests, responses);
  for (const [index, { request, response }] of accepted.entries()) {
    expect(response['version'], 'versions rise by one').toBe(index + 1);
    const { code, next } = modelAnswer(KIND, states[index] as ModelState, request as never);
    expect([code, next.version], JSON.stringify(request)).toEqual([null, index + 1]);
    states.push(next);
  }
  const isChange = new Set(accepted.map(({ response }) => response['id']));
  const answered = new Map<unknown, Data[]>();
  for (const response of responses) {
    const id = response['id'];
    const request = requests.get(id) as Data;
    // A change is answered as in the state that it was made in.
    const version = Number(response['version']) - (isChange.has(id) ? 1 : 0);
    const { code, result } = modelAnswer(KIND, states[version] as ModelState, request as never);
    const error = response['error'] as { readonly code: string } | undefined;
    const given = [response['ok'], error?.code ?? null, response['result']];
    expect(given, JSON.stringify(request)).toEqual([code === null, code, result]);
    answered.set(id, [...(answered.get(id) ?? []), response]);
  }
  for (const [id, all] of answered) {
    // A change, also a refused one, is remembered with its answer.
    const { method } = requests.get(id) as { readonly method?: string };
    if (method === 'setDocument' || method === 'applyEdit' || method === 'setRenderer' || isChange.has(id)) {
      for (const response of all) expect(response).toEqual(all[0]);
    }
  }
  for (const { id, ok, result, code } of outcomes) {
    const given = (answered.get(id) ?? []).map((response) => [
      response['ok'],
      response['ok'] === true ? response['result'] : (response['error'] as { readonly code: string }).code,
    ]);
    expect(given, `the SDK hands on an answer to ${id}`).toContainEqual([ok, ok ? result : code]);
  }
  const changes = of('toHost', 'event').filter(({ event }) => event === 'change');
  const told = changes.map(({ version }) => version);
  expect(told).toEqual(accepted.slice(0, told.length).map((_, index) => index + 1));
  expect(accepted.length - told.length).toBeLessThanOrEqual(isCutOff ? 1 : 0);
  const last = states.at(-1) as ModelState;
  return { changes: accepted.length, requests: requests.size, answers: responses.length, last };
}

/** The first response to each change that was accepted, in the order in which they were done. */
function acceptedChanges(
  requests: ReadonlyMap<unknown, Data>,
  responses: readonly Data[],
): readonly { readonly request: Data; readonly response: Data }[] {
  const edits = KIND.operations.filter((operation) => operation.edits).map(({ op }) => op);
  const first: { readonly request: Data; readonly response: Data }[] = [];
  const seen = new Set<unknown>();
  let before = 0;
  for (const response of responses) {
    // One that was answered before is answered as it was then.
    if (seen.has(response['id'])) continue;
    seen.add(response['id']);
    const request = requests.get(response['id']) as Data;
    const { op } = (request['params'] ?? {}) as { readonly op?: string };
    const mutates =
      ['setDocument', 'applyEdit', 'setRenderer'].includes(String(request['method'])) ||
      (request['method'] === 'invoke' && op !== undefined && edits.includes(op));
    if (!mutates || response['ok'] !== true) continue;
    // The Studio posts in the order in which it works; an edit that changes nothing is accepted and no new version.
    const version = Number(response['version']);
    if (version === before && request['method'] === 'invoke') continue;
    before = version;
    first.push({ request, response });
  }
  return first;
}
