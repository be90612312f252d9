import type { LanguageModelUsage } from 'ai';
import { costOf } from './cost.ts';
import type { TurnMetadata } from './message.ts';
import type { ModelChoice } from './providers.ts';

/** The metadata of a turn that begins now. */
export function begun({ provider, model }: ModelChoice, revision: number): TurnMetadata {
  return {
    outcome: 'running',
    reason: null,
    provider,
    model,
    inputTokens: null,
    outputTokens: null,
    cachedTokens: null,
    cost: null,
    fromRevision: revision,
    toRevision: revision,
    problems: [],
    notes: [],
    startedAt: new Date().toISOString(),
    endedAt: null,
  };
}

/**
 * The metadata after one more call of the model. The cost of a turn is known only while that of every call is.
 * @param usage null: the call ended before the provider told it
 * @param isFirst the first call of the turn that was counted
 */
export function counted(
  metadata: TurnMetadata,
  usage: LanguageModelUsage | null,
  choice: ModelChoice,
  isFirst: boolean,
): TurnMetadata {
  if (usage === null) return { ...metadata, moreUsed: true };
  const cost = costOf(usage, choice.facts?.price ?? null);
  const before = isFirst ? 0 : (metadata.cost ?? null);
  return {
    ...metadata,
    inputTokens: sum(metadata.inputTokens, usage.inputTokens),
    outputTokens: sum(metadata.outputTokens, usage.outputTokens),
    cachedTokens: sum(metadata.cachedTokens ?? null, usage.inputTokenDetails.cacheReadTokens),
    cost: cost === null || before === null ? null : before + cost,
  };
}

function sum(total: number | null, more: number | undefined): number | null {
  return more === undefined ? total : (total ?? 0) + more;
}
