import type { Compilation } from '../compile.ts';
import { compile } from '../compile.ts';
import { emitStep } from '../emit/sql.ts';
import type { Catalog } from '../evolution/catalog.ts';
import type { EvolutionChange } from '../evolution/change.ts';
import type { Evolution } from '../evolution/plan.ts';
import { planEvolution } from '../evolution/plan.ts';
import { keepsEveryValue } from '../evolution/column-type.ts';
import type { CountRequest } from '../evolution/step.ts';
import { countKey } from '../evolution/step.ts';
import type { Ir } from '../ir.ts';
import type { Command } from './command.ts';
import { UsageError, human } from './command.ts';
import { readSource } from './read-source.ts';

/** Stands for the app's own schema and id, which a file does not know. */
const TARGET = { schema: 'app', scope: 'app' };

/**
 * `aml diff OLD NEW`: what republishing with NEW would do to the data of OLD (design 5). There is no database to count
 * in, so the plan is made twice: for empty tables, and for tables where rows are in the way of whatever they can be in the way of.
 */
export const diff: Command = {
  options: ['json'],
  async run(files, { json }, surroundings) {
    const [oldFile, newFile] = files;
    if (oldFile === undefined || newFile === undefined || files.length > 2)
      throw new UsageError('diff takes two files, OLD and NEW.');
    const before = compile(await readSource(oldFile, surroundings));
    const after = compile(await readSource(newFile, surroundings));
    if (before.ir === null || after.ir === null) {
      surroundings.err(errors(oldFile, before) + errors(newFile, after));
      return 1;
    }
    const { catalog } = planEvolution(null, before.ir);
    const free = plan(catalog, after.ir, () => 0);
    const hindered = plan(catalog, after.ir, hindrance);
    surroundings.out(
      json
        ? `${JSON.stringify({ withoutRows: asData(free), withRows: asData(hindered) }, null, 2)}\n`
        : sentences(free, hindered),
    );
    return 0;
  },
};

function errors(file: string, { diagnostics }: Compilation): string {
  return human(
    file,
    diagnostics.filter((diagnostic) => diagnostic.severity === 'error'),
  );
}

/** An example: more rows than lack a value, so that some have one that does not fit. */
function hindrance(request: CountRequest): number {
  if (request.kind === 'rows') return 4;
  // A default that would make rows equal, or point nowhere, beside what they hold themselves.
  if ('columns' in request && request.columns.some((column) => column.fill)) return 4;
  if (request.kind === 'castFailures') return keepsEveryValue(request.from, request.to) ? 0 : 2;
  return request.kind === 'hidden' && keepsEveryValue(request.carry.current.type, request.carry.to) ? 0 : 2;
}

function plan(catalog: Catalog, ir: Ir, count: (request: CountRequest) => number): Evolution {
  const counts = new Map<string, number>();
  for (;;) {
    const evolution = planEvolution(catalog, ir, counts);
    if (evolution.missing.length === 0) return evolution;
    for (const request of evolution.missing) counts.set(countKey(request), count(request));
  }
}

function asData({ changes, staleWas }: Evolution): unknown {
  return {
    changes: changes.map(({ steps, ...change }) => ({
      ...change,
      sql: steps.flatMap((step) => emitStep(step, TARGET)),
    })),
    staleWas,
  };
}

function sentences(free: Evolution, hindered: Evolution): string {
  const stale = free.staleWas.map(
    ({ target, was }) => `warning  ${target}: @was("${was}") names nothing that was there.`,
  );
  const others = new Set(free.changes.map(line));
  const more = hindered.changes.map(line).filter((text) => !others.has(text));
  const shown = [...free.changes.map(line), ...stale];
  if (shown.length === 0 && more.length === 0) return 'No change.\n';
  const examples =
    more.length === 0 ? [] : ['', 'Where rows are in the way (the numbers are examples):', ...more];
  return [...shown, ...examples, ''].join('\n');
}

function line({ class: kind, sentence }: EvolutionChange): string {
  return `${kind.padEnd(8)} ${sentence}`;
}
