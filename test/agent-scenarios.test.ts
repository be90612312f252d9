import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Protocol } from '../web/src/lib/agent/testing/stream-events.ts';
import { disagreements, replayed } from './agent-battery/agreement.ts';
import { startModelHost, type ModelHost } from './agent-battery/model-host.ts';
import {
  endsOf,
  isWhole,
  MODEL,
  playOnServer,
  PROTOCOLS,
  type PlayedOnServer,
} from './agent-battery/play-on-server.ts';
import type { Scenario } from './agent-battery/scenario.ts';
import { SCENARIOS } from './agent-battery/scenarios.ts';
import { cutScenario, cutsOf } from './agent-battery/scenarios/stream.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

let host: ModelHost;
let site: Installation;
let ada: Person;

beforeAll(async () => {
  host = await startModelHost();
  site = await startInstallation('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: host.url,
      LLM_OPENAI_MODELS: MODEL,
      ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdef',
      LLM_ANTHROPIC_BASE_URL: host.url,
      LLM_ANTHROPIC_MODELS: MODEL,
      LLM_DAILY_TOKENS: '1000000000',
    },
  });
  ada = await site.join('Ada');
});
afterAll(async () => {
  await site.stop();
  await host.close();
});

async function play(scenario: Scenario, protocol: Protocol): Promise<PlayedOnServer> {
  const isLeaving = scenario.expect.cutOff === true;
  const { token } = isLeaving ? await site.join('Eve') : ada;
  const played = await playOnServer(scenario, protocol, { site, host, token });
  expect(played.script.flaws, 'what a provider would refuse').toEqual([]);
  if (!isLeaving) expectAgreement(scenario, played);
  return played;
}

/** Holds whatever happened. */
function expectAgreement({ files = {}, history = [] }: Scenario, played: PlayedOnServer): void {
  const { said, messages, answer, draft, made, known, next, nextAnswers } = played;
  expect(messages.map(({ id }) => id)).toEqual([...history.map(({ id }) => id), said.id, answer.id]);
  expect(messages.at(-2)?.parts).toEqual(said.parts);
  expect(disagreements(answer, made)).toEqual([]);
  // Only whole writes, and all of them: with somebody else's file in between the scenario says what is there.
  if (!endsOf(answer).includes('conflict'))
    expect(Object.fromEntries(draft.files)).toEqual(replayed(files, answer));
  if (known !== null) expect(known).toEqual(draft);
  expect(answer.metadata?.toRevision).toBe(draft.revision);
  expect(
    next.flatMap(({ flaws }) => flaws),
    'the turn after it',
  ).toEqual([]);
  expect(nextAnswers.map(({ metadata }) => metadata?.outcome)).toEqual(next.map(() => 'completed'));
}

function expectPlayed({ files: before = {}, expect: wanted }: Scenario, played: PlayedOnServer): void {
  const { answer, draft, script } = played;
  expect(answer.metadata).toMatchObject({
    outcome: wanted.outcome,
    ...(wanted.reason !== undefined && { reason: expect.stringMatching(wanted.reason) as string }),
    ...(wanted.inputTokens !== undefined && { inputTokens: wanted.inputTokens }),
  });
  if (wanted.cutOff === true) return;
  expect(Object.fromEntries(draft.files)).toEqual(wanted.files ?? before);
  if (wanted.calls !== undefined) expect(endsOf(answer)).toEqual(wanted.calls);
  if (wanted.problems !== undefined)
    expect(answer.metadata?.problems.map(({ code }) => code)).toEqual(wanted.problems);
  if (wanted.requests !== undefined) expect(script.requests).toHaveLength(wanted.requests);
  if (wanted.asked !== undefined)
    expect(JSON.stringify(script.requests.map(({ body }) => body.messages))).toMatch(wanted.asked);
}

describe.each(PROTOCOLS)('a turn through the proxy of a server that speaks with %s', (protocol) => {
  const played = SCENARIOS.filter(({ protocols = PROTOCOLS }, at) =>
    protocols.length === 1 || isWhole() ? protocols.includes(protocol) : PROTOCOLS[at % 2] === protocol,
  );
  it.each(played)('$name', async (scenario) => {
    expectPlayed(scenario, await play(scenario, protocol));
  });

  it('cut at every boundary of its stream', async () => {
    const cuts = cutsOf(protocol);
    for (const { at, clean } of cuts) {
      const { answer } = await play(cutScenario(at, clean), protocol);
      const { outcome, reason } = answer.metadata ?? {};
      // Behind the last event that says something nothing is missing.
      if (outcome === 'completed') expect([at, endsOf(answer)]).toEqual([cuts.length, ['ok', 'ok']]);
      else expect(`${at} ${outcome} ${reason}`).toMatch(/^\d+ failed .*broke .*kept/);
    }
  });
});
