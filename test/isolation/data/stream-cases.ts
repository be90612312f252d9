import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../../api/data/asker.ts';
import type { SpaceRef } from '../../../api/data/contract.ts';
import type { ModelInfo, Models } from '../../../api/data/model-info.ts';
import { relatedModel } from '../../../api/data/model-info.ts';
import { ask, type Case } from './case.ts';
import type { AskedCase, Finding } from './matrix.ts';
import { rowKey, VALUES } from './values.ts';
import type { World } from './world.ts';

/** Long enough for an event that should not come to come. */
const QUIET_MS = 60;

/**
 * Subscriptions: both apps add rows of the same keys, one before the other and one after it. The stream of the app tells
 * of the app's own rows only.
 */
export async function checkStreams(alone: World, shared: World, seed: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const model of shared.models.byName.values()) {
    // A counted key is nobody's to choose.
    if (!model.ir.primaryKey.every((name) => model.creatable.has(name))) continue;
    for (const who of ['anyone', 'owner'] as const) {
      const asked = streamCase(model, who, seed);
      const [expected, seen] = [
        await listen(alone, model, who, asked),
        await listen(shared, model, who, asked),
      ];
      for (const world of [alone, shared]) await world.copies.restore();
      if (seen !== expected) findings.push({ asked, what: `alone ${expected}\n shared ${seen}` });
    }
  }
  return findings;
}

function streamCase(model: ModelInfo, who: Caller, number: number): AskedCase {
  const name = model.ir.name;
  const values = model.values.map((field) => field.name);
  const query = `subscription { ${name.charAt(0).toLowerCase()}${name.slice(1)}Created { nodeId ${values.join(' ')} } }`;
  const params = new URLSearchParams({ query });
  return {
    operation: 'GraphQL subscription created',
    writes: false,
    side: who,
    number,
    ask: { face: 'bridge', route: '_graphql', method: 'GET', query: `?${params.toString()}` },
  };
}

/** What the stream said of rows that the neighbour and then the app added. */
async function listen(
  { plane, app, neighbour, models }: World,
  model: ModelInfo,
  who: Caller,
  asked: Case,
): Promise<string> {
  const { query } = asked.ask as { readonly query: string };
  const request = new Request(`http://app.test/a/app/_graphql${query}`, {
    headers: { accept: 'text/event-stream' },
  });
  const response = await plane.respond(app, '_graphql', request, who);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('A subscription was answered without a body.');
  const decoder = new TextDecoder();
  let text = '';
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value, { stream: true });
  })();
  const add = (space: SpaceRef, n: number): Promise<{ readonly status: number }> =>
    ask(plane, space, 'owner', insertCase(models, model, n, space === app ? 'OWN' : 'SECRET'));
  // The app's row of the first key comes after the neighbour's, and that of the second before it.
  if (neighbour) await add(neighbour, FIRST);
  const added = [await add(app, FIRST), await add(app, SECOND)];
  if (neighbour) await add(neighbour, SECOND);
  const wanted = added.filter(({ status }) => status === 201).length;
  for (let i = 0; i < 100 && events(text).length < wanted; i += 1) await sleep(10);
  await sleep(QUIET_MS);
  // As a server does for a page that is closed; it waits for the next event, which this does not.
  void reader.cancel();
  return JSON.stringify([response.status, ...added.map(({ status }) => status), ...events(text)]);
}

const FIRST = 31;
const SECOND = 32;

function events(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('data: {'));
}

/** A row with a key of its own; its links point to rows that both apps have. */
function insertCase(models: Models, model: ModelInfo, n: number, text: string): Case {
  const values: Record<string, unknown> = {};
  for (const field of model.values) {
    if (field.optional) continue;
    const value =
      field.kind === 'enum' ? 'ONE' : field.type === 'String' ? `${text} ${n}` : VALUES[field.type]?.[0];
    values[field.name] = field.list ? [value] : value;
  }
  for (const relation of model.relations.filter(({ fields, optional }) => fields.length > 0 && !optional)) {
    const there = keyOf(relatedModel(models, relation), 7);
    for (const [i, name] of relation.fields.entries()) values[name] = there[relation.references[i] ?? ''];
  }
  const own = Object.entries(keyOf(model, n)).filter(
    ([name]) => values[name] === undefined || !isLink(model, name),
  );
  Object.assign(values, Object.fromEntries(own));
  const body = { entity: model.ir.name, values };
  return {
    operation: 'REST POST _data',
    writes: true,
    ask: { face: 'bridge', route: '_data', method: 'POST', query: '', body },
  };
}

function keyOf(model: ModelInfo, n: number): Readonly<Record<string, unknown>> {
  const key = rowKey(
    model.primaryKey.map(({ type }) => type),
    n,
    'both apps',
  );
  return Object.fromEntries(model.ir.primaryKey.map((name, i) => [name, key[i]]));
}

function isLink(model: ModelInfo, name: string): boolean {
  return model.relations.some(({ fields }) => fields.includes(name));
}
