import { print } from 'graphql';
import type { AppArgs } from '@platform/aml-compiler/emit/pothos-api.ts';
import { ApiError } from '../../errors.ts';
import type { RowEvent } from '../events/row-events.ts';
import { openRowStream, type StreamItem } from '../events/row-stream.ts';
import type { ModelInfo } from '../model-info.ts';
import { requireRight } from '../rights.ts';
import { readKeyValues } from '../row-key.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import { readWhere } from '../where.ts';
import type { AppContext } from './context.ts';
import type { PlanContext } from './row-plan.ts';
import { planRow, rememberPlan } from './row-plan.ts';

/**
 * Rows of a model as they are added. Each is read again, under the subscriber's own scope, rule and filter, before it
 * is sent (design 6).
 * @throws ApiError invalid_request for a client that does not read events; rate_limited
 */
export async function subscribeToCreated(
  space: LiveSpace,
  model: ModelInfo,
  args: AppArgs,
  context: PlanContext,
  { address, budget, events, whenSessionEnds }: AppContext,
): Promise<AsyncIterable<StreamItem<Row>>> {
  if (!events) throw needsEvents();
  requireRight(model, 'read', context.caller);
  const plan = planRow(context, model, context.info.fieldNodes, 1);
  const where = readWhere(context, model, args['where']);
  const used = { conditions: budget.conditions, rows: budget.rows.used };
  const question = `${context.caller} ${print(context.info.operation)} ${JSON.stringify(context.info.variableValues)}`;

  async function fetch(event: RowEvent): Promise<Row | null> {
    const key = readKeyValues(space.models, model, event.key);
    const found = key
      ? await runOn(space, model, 'findFirst', { where: { AND: [key, where] }, select: plan.select })
      : null;
    if (found) rememberPlan(found as Row, plan);
    return found as Row | null;
  }

  return openRowStream({
    space,
    model: model.ir.name,
    address,
    whenSessionEnds,
    read(event) {
      // Each event may use as much as one query.
      budget.conditions = used.conditions;
      budget.rows.used = used.rows;
      const known = event.reads.get(question) as Promise<Row | null> | undefined;
      if (known) return known;
      const reading = fetch(event);
      event.reads.set(question, reading);
      return reading;
    },
  });
}

function needsEvents(): ApiError {
  return new ApiError(
    'invalid_request',
    'A subscription is answered as server-sent events: open it with EventSource on _graphql?query=…, ' +
      'or send "Accept: text/event-stream". window.platform.graphql runs queries and mutations.',
  );
}
