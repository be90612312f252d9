import { CONTEXT } from './scenarios/context.ts';
import { ENDS } from './scenarios/ends.ts';
import { SERVICE } from './scenarios/service.ts';
import { STREAM } from './scenarios/stream.ts';
import { TOOLS } from './scenarios/tools.ts';
import type { Scenario } from './scenario.ts';

/** Everything that can happen in a turn, each with what has to be there afterwards. */
export const SCENARIOS: readonly Scenario[] = [...STREAM, ...TOOLS, ...SERVICE, ...ENDS, ...CONTEXT];
