import { buildIr } from './build-ir.ts';
import { collect } from './check/collect.ts';
import { checkDefault } from './check/defaults.ts';
import { checkKeyNames } from './check/key-names.ts';
import { checkKeys } from './check/keys.ts';
import { checkRelations } from './check/relations.ts';
import { checkRules } from './check/rules.ts';
import { takeScopeColumn } from './check/scope-column.ts';
import { resolveTypes } from './check/types.ts';
import { checkValidators } from './check/validators.ts';
import { checkFieldWas, checkModelWas } from './check/was.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Place } from './fix.ts';
import type { Ir } from './ir.ts';
import { LIMITS } from './limits.ts';
import type { Report } from './report.ts';
import { createReport } from './report.ts';
import { lineIndex } from './syntax/line-index.ts';
import { parse } from './syntax/parse.ts';

export interface Compilation {
  readonly ok: boolean;
  /** Sorted by place. Warnings may stand beside an `ir`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null exactly when there is an error. */
  readonly ir: Ir | null;
  /** For editors: offset and fix of each diagnostic. */
  readonly places: ReadonlyMap<Diagnostic, Place>;
}

/**
 * Compiles an AML source (design 5). Never throws, takes time linear in the text, and reports every independent
 * mistake at once. An empty source is an app without a backend: an IR without models.
 */
export function compile(source: string): Compilation {
  const report = createReport(lineIndex(source));
  const ir = isTooLarge(source, report) ? null : check(source, report);
  return { ok: ir !== null, diagnostics: report.list(), ir, places: report.places() };
}

function isTooLarge(source: string, report: Report): boolean {
  // A UTF-16 unit takes 1 to 3 bytes, so most sources need no encoding to know.
  const bytes =
    source.length > LIMITS.sourceBytes || source.length * 3 <= LIMITS.sourceBytes
      ? source.length
      : new TextEncoder().encode(source).length;
  if (bytes <= LIMITS.sourceBytes) return false;
  report.add(
    'source_too_large',
    0,
    `The text is larger than ${LIMITS.sourceBytes / 1024} KB.`,
    'Put what varies from record to record into Json fields, or split the app.',
  );
  return true;
}

function check(source: string, report: Report): Ir | null {
  const document = parse(source, report);
  if (document === null) return null;
  const draft = collect(document, report);
  for (const model of draft.models) resolveTypes(draft, model, report);
  for (const model of draft.models) {
    takeScopeColumn(model, report);
    for (const field of model.fields) {
      checkDefault(field, report);
      checkValidators(field, report);
    }
    checkKeys(model, report);
    checkRules(model, report);
    checkFieldWas(model, report);
  }
  checkModelWas(draft.models, report);
  checkRelations(draft, report);
  for (const model of draft.models) checkKeyNames(model, report);
  return report.hasErrors() ? null : buildIr(draft);
}
