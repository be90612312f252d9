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
  const { inputTokens, outputTokens } = tokensTold(usage);
  const cost = costOf({ ...usage, inputTokens, outputTokens }, choice.facts?.price ?? null);
  const before = isFirst ? 0 : (metadata.cost ?? null);
  return {
    ...metadata,
    inputTokens: sum(metadata.inputTokens, inputTokens),
    outputTokens: sum(metadata.outputTokens, outputTokens),
    ...((inputTokens === undefined || outputTokens === undefined) && { moreUsed: true }),
    cachedTokens: sum(metadata.cachedTokens ?? null, usage.inputTokenDetails.cacheReadTokens),
    cost: cost === null || before === null ? null : before + cost,
  };
}

/**
 * The tokens that the provider really named. The packages give 0 for a number that is missing, which would be shown as
 * if nothing had been used.
 */
function tokensTold(usage: LanguageModelUsage): Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'> {
  const told = (count: number | undefined, names: readonly string[]): number | undefined => {
    const { raw } = usage;
    if (raw !== undefined && !names.some((name) => typeof raw[name] === 'number')) return undefined;
    return Number.isFinite(count) ? count : undefined;
  };
  return {
    inputTokens: told(usage.inputTokens, ['prompt_tokens', 'input_tokens']),
    outputTokens: told(usage.outputTokens, ['completion_tokens', 'output_tokens']),
  };
}

function sum(total: number | null, more: number | undefined): number | null {
  return more === undefined ? total : (total ?? 0) + more;
}
