import type { Caller } from '../../../api/data/asker.ts';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { ask, type Answer, type Case } from './case.ts';
import { graphqlCase } from './graphql-cases.ts';
import { rootFields } from './graphql-surface.ts';
import { OWNER_METHODS, ownerCase } from './owner-cases.ts';
import { sampleFor } from './random-input.ts';
import { REST_CASES } from './rest-cases.ts';
import { spoil } from './spoil.ts';
import { FOREIGN_MARK, OWN_MARK } from './values.ts';
import type { World } from './world.ts';

/** Who asks: a visitor or the owner of the app, or the owner of the neighbour, for whom the app's rows are foreign. */
export type Side = 'anyone' | 'owner' | 'other owner';

export interface AskedCase extends Case {
  readonly side: Side;
  readonly number: number;
}

/** One case in so many has a value that no field can hold. */
const SPOILED = 9;

/** Round after round, every operation once with new arguments. */
export async function makeCases(world: World, seed: number, rounds: number): Promise<readonly AskedCase[]> {
  const { models, app } = world;
  const neighbour = `${app.id}-neighbour`;
  const schemas = { anyone: await schemaOf(world, 'anyone'), owner: await schemaOf(world, 'owner') };
  const cases: AskedCase[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const add = (side: Side, make: (number: number) => Case): void => {
      const number = seed * 100_000 + cases.length;
      const made = make(number);
      cases.push({ ...(number % SPOILED === 0 ? spoil(made, sampleFor(number)) : made), side, number });
    };
    for (const side of ['anyone', 'owner', 'other owner'] as const) {
      const [own, foreign] = side === 'other owner' ? [neighbour, app.id] : [app.id, neighbour];
      for (const make of Object.values(REST_CASES).flat())
        add(side, (number) => make({ models, neighbour: foreign, random: sampleFor(number) }));
      const schema = schemas[side === 'anyone' ? 'anyone' : 'owner'];
      for (const root of schema ? rootFields(schema) : []) {
        // Streams have cases of their own.
        if (root.kind !== 'created')
          add(side, (number) =>
            graphqlCase(
              {
                schema: schema as GraphQLSchema,
                models,
                app: own,
                neighbour: foreign,
                random: sampleFor(number),
              },
              root,
            ),
          );
      }
      if (side !== 'anyone')
        for (const method of OWNER_METHODS)
          add(side, (number) => ownerCase({ models, random: sampleFor(number) }, method));
    }
  }
  return cases;
}

async function schemaOf({ plane, app }: World, who: Caller): Promise<GraphQLSchema | null> {
  const body = { query: getIntrospectionQuery() };
  const { status, text } = await ask(plane, app, who, {
    operation: 'introspection',
    writes: false,
    ask: { face: 'bridge', route: '_graphql', method: 'POST', query: '', body },
  });
  if (status === 404) return null;
  return buildClientSchema((JSON.parse(text) as { data: IntrospectionQuery }).data);
}

/** What is nobody's to know, and what nobody can do anything about. */
const LEAKED_TEXT = /select |insert into|app_[a-z2-7]{26}|prisma|pg_|postgres|"code":"internal"/i;

/** What a case showed. */
export interface Finding {
  readonly asked: AskedCase;
  readonly what: string;
}

/** Asks the app while it is alone: what it has to answer. */
export async function askAlone(world: World, asked: AskedCase): Promise<Answer | null> {
  if (asked.side === 'other owner') return null;
  const answer = await ask(world.plane, world.app, callerOf(asked), asked);
  if (asked.writes && succeeded(answer)) await world.copies.restore();
  return answer;
}

/**
 * Asks where the neighbour's rows lie in the same tables, and holds the answer against that of the app alone: no row
 * of the neighbour may show or change, nor make any difference.
 */
export async function askShared(
  world: World,
  asked: AskedCase,
  alone: Answer | null,
): Promise<Finding | null> {
  const { plane, app, neighbour, copies, planted } = world;
  if (!neighbour) throw new Error('This world has no neighbour.');
  const isOther = asked.side === 'other owner';
  const answer = await ask(plane, isOther ? neighbour : app, callerOf(asked), asked);
  const [scope, before] = isOther ? [app.id, planted.own] : [neighbour.id, planted.foreign];
  if (asked.writes) {
    const after = await copies.digest(scope);
    if (succeeded(answer) || after !== before) await copies.restore();
    if (after !== before) return { asked, what: 'a foreign row was changed' };
  }
  if (answer.status >= 500 || LEAKED_TEXT.test(answer.text))
    return { asked, what: `a failure that tells too much: ${cut(answer.text)}` };
  const mark = isOther ? OWN_MARK : FOREIGN_MARK;
  // What a request says itself comes back in some answers.
  if (mark.test(answer.text) && !mark.test(alone?.text ?? JSON.stringify(asked.ask)))
    return { asked, what: `a foreign value: ${cut(answer.text)}` };
  if (alone && (answer.status !== alone.status || answer.text !== alone.text))
    return { asked, what: `a difference:\n  alone  ${cut(alone.text)}\n  shared ${cut(answer.text)}` };
  return null;
}

export function succeeded({ status, text }: Answer): boolean {
  return status < 300 && !text.includes('"errors":[{');
}

function callerOf({ side }: AskedCase): Caller {
  return side === 'anyone' ? 'anyone' : 'owner';
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
