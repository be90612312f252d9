import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import type { ModelFacts, ModelPrice } from './model-facts.ts';
import type { ProviderInfo } from './proxy.ts';
import type { LlmUsageView } from './usage.ts';

const DEFAULT_DAYS = 30;

/** The providers that a signed-in person may talk to, and what they used; calls go through `/api/llm` (spec 4.6). */
export function addLlm(builder: Builder): void {
  const price = builder.objectRef<ModelPrice>('LlmModelPrice').implement({
    description: 'US dollars for a million tokens, as the operator of this server has set them.',
    fields: (t) => ({
      input: t.exposeFloat('input'),
      output: t.exposeFloat('output'),
      cachedInput: t.exposeFloat('cachedInput', {
        nullable: true,
        description: 'For tokens that the provider had kept from before. Null: as input.',
      }),
    }),
  });
  const facts = builder.objectRef<ModelFacts>('LlmModelFacts').implement({
    description: 'What is known of a model.',
    fields: (t) => ({
      model: t.exposeString('model'),
      vision: t.exposeBoolean('vision', { description: 'It is known to see pictures.' }),
      contextTokens: t.exposeInt('contextTokens', {
        nullable: true,
        description: 'Tokens that question and answer may have together.',
      }),
      price: t.field({ type: price, nullable: true, resolve: (model) => model.price }),
    }),
  });
  const provider = builder.objectRef<ProviderInfo>('LlmProvider').implement({
    fields: (t) => ({
      id: t.exposeString('id'),
      name: t.exposeString('name'),
      models: t.stringList({ resolve: ({ models }) => [...models] }),
      facts: t.field({ type: [facts], resolve: ({ facts: known }) => [...known] }),
    }),
  });
  builder.queryField('llmProviders', (t) =>
    t.field({
      type: [provider],
      description: 'Configured providers only.',
      resolve: (_root, _args, { services, user }) => {
        requireSession(user);
        return [...services.llm.list()];
      },
    }),
  );

  const entry = builder.objectRef<LlmUsageView['entries'][number]>('LlmUsageEntry').implement({
    description: 'What was used of one model on one day.',
    fields: (t) => ({
      day: t.exposeString('day', { description: 'UTC, as 2026-01-31.' }),
      provider: t.exposeString('provider'),
      providerName: t.exposeString('providerName'),
      model: t.exposeString('model', {
        nullable: true,
        description: 'Null: calls that no provider answered.',
      }),
      isFree: t.exposeBoolean('isFree', { description: 'No part of the budgets.' }),
      calls: t.exposeFloat('calls', { description: 'A whole number, as those below.' }),
      inputTokens: t.exposeFloat('inputTokens'),
      outputTokens: t.exposeFloat('outputTokens'),
    }),
  });
  const today = builder.objectRef<LlmUsageView['today']>('LlmToday').implement({
    description: 'The budgets of a day (UTC) and what is used of them. All numbers are whole.',
    fields: (t) => ({
      calls: t.exposeFloat('calls', { description: 'Those under way too.' }),
      callLimit: t.exposeFloat('callLimit'),
      tokens: t.exposeFloat('tokens', { description: 'In and out together.' }),
      tokenLimit: t.exposeFloat('tokenLimit'),
      reservedTokens: t.exposeFloat('reservedTokens', {
        description: 'The most that calls under way may still take.',
      }),
      underWay: t.exposeFloat('underWay'),
      underWayLimit: t.exposeFloat('underWayLimit'),
      renewsAt: t.expose('renewsAt', { type: 'DateTime' }),
    }),
  });
  const usage = builder.objectRef<LlmUsageView>('LlmUsage').implement({
    description: 'What the viewer used of language models. ',
    fields: (t) => ({
      entries: t.field({
        type: [entry],
        description: 'Newest day first.',
        resolve: ({ entries }) => [...entries],
      }),
      today: t.field({ type: today, resolve: (view) => view.today }),
    }),
  });
  builder.queryField('usage', (t) =>
    t.field({
      type: usage,
      args: { days: t.arg.int({ defaultValue: DEFAULT_DAYS, description: 'Today is one of them.' }) },
      resolve: (_root, { days }, { services, user }) => services.llm.usage(requireSession(user), days),
    }),
  );
}
