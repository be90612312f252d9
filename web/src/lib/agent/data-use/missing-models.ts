import type { Ir } from '@platform/aml-compiler';
import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { Problem } from '../checks/problem.ts';
import type { AppData } from './lost-names.ts';

export const NO_SUCH_MODEL = 'no_such_model';

/** Calls of the bridge that name a model which the data model does not have: each of them would be refused. */
export function missingModels(scripts: AppData, { models }: Ir): readonly Problem[] {
  const known = models.map(({ name }) => name);
  return scripts.flatMap(({ path, data }) =>
    data.uses.flatMap((use): readonly Problem[] => {
      if (use.kind !== 'call' || use.model === null || known.includes(use.model)) return [];
      const near = nearest(use.model, known);
      const { line, col } = use;
      return [
        {
          path,
          line,
          col,
          severity: 'warning',
          code: NO_SUCH_MODEL,
          message: `The data model has no model named ${use.model}.`,
          hint: near === null ? `Write it into "model.aml", or do without it here.` : `Did you mean ${near}?`,
        },
      ];
    }),
  );
}
