import { editText } from '@platform/api/content/edit-text.ts';
import type { ContentKind } from '@platform/api/content/kind.ts';
import { OperationError, Params, type Operation } from '@platform/api/content/operation.ts';
import { rendererDiagnostics } from '@platform/api/content/renderer-diagnostics.ts';
import { schemaDiff } from '@platform/api/content/schema-diff.ts';
import { invalidParams, MethodParams } from './method-params.ts';
import { METHODS, StudioError, type Method, type MutationResult } from './protocol.ts';
import { countMatches, instanceOf, withRenderer, withText, type StudioContent } from './studio-document.ts';
import type { StudioView } from './view.ts';

/** What a method works on. */
export interface Bench {
  readonly kind: ContentKind;
  readonly content: StudioContent;
  readonly view: StudioView;
}

/** A change that a method asks for; nothing has happened yet. `next` is null where all stays as it is. */
export class Change {
  readonly next: StudioContent | null;
  /** What the caller is told, once the content is this one. */
  readonly result: (content: StudioContent) => unknown;
  constructor(next: StudioContent | null, result: (content: StudioContent) => unknown) {
    this.next = next;
    this.result = result;
  }
}

interface MethodRules {
  /** Whether a request may change something: such a one respects `baseVersion` and is done only once. */
  changes(bench: Bench, params: unknown): boolean;
  /** @returns a Change, or the result itself, which may take time @throws StudioError */
  run(bench: Bench, params: MethodParams): unknown;
}

const always = (): boolean => true;
const never = (): boolean => false;

/** One entry for each operation of spec 4.8. */
export const METHOD_TABLE: Readonly<Record<Method, MethodRules>> = {
  setDocument: {
    changes: always,
    run({ kind, content }, params) {
      const version = params.schemaVersion(kind.SCHEMA_VERSION);
      return new Change(withText(kind, content, params.text('document'), version), mutationResult);
    },
  },
  applyEdit: {
    changes: always,
    run({ kind, content }, params) {
      const patch = new MethodParams(params.get('patch'));
      const [find, replace] = [patch.text('find'), patch.text('replace')];
      if (find === '') throw invalidParams('`find` is empty.');
      const matches = countMatches(content.text, find);
      if (matches === 0) {
        throw new StudioError('no_match', 'The text to find is not in the document.', {
          matches,
          hint: 'Read the document and copy the text from there: every space and line break counts.',
        });
      }
      // As a function: in a plain replacement "$&" would mean something.
      const text = content.text.replace(find, () => replace);
      return new Change(withText(kind, content, text), (now) => ({ ...mutationResult(now), matches }));
    },
  },
  getDocument: { changes: never, run: ({ content }) => content.text },
  getState: {
    changes: never,
    run: ({ kind, content }) => ({
      version: content.version,
      document: content.text,
      valid: content.validation.ok,
      schema: instanceOf(content),
      currentSchemaVersion: kind.SCHEMA_VERSION,
      rendererSchemaVersion: content.rendererSchemaVersion,
      docSchemaVersion: content.docSchemaVersion,
    }),
  },
  validate: { changes: never, run: ({ content }) => content.validation.diagnostics },
  getSchema: { changes: never, run: ({ kind }) => kind.schema },
  getSchemaDiff: {
    changes: never,
    run: ({ kind }, params) =>
      schemaDiff(kind.SCHEMA_CHANGELOG, params.version('fromVersion'), kind.SCHEMA_VERSION),
  },
  screenshot: {
    changes: never,
    run({ view }, params) {
      const target = params.get('target') ?? 'document';
      if (typeof target !== 'string') throw invalidParams('`target` is a text.');
      return view.screenshot(target);
    },
  },
  describe: { changes: never, run: ({ kind }) => describe(kind) },
  invoke: {
    changes: ({ kind }, params) => operationOf(kind, new MethodParams(params)).edits,
    run: (bench, params) => invoke(bench, operationOf(bench.kind, params), params.get('params')),
  },
  setRenderer: {
    changes: always,
    run({ kind, content }, params) {
      const html = params.get('html') === null ? null : params.text('html');
      const version = params.schemaVersion(kind.SCHEMA_VERSION);
      // Like a document with mistakes it is held, and told of: what is missing keeps it from being stored.
      const diagnostics = html === null ? [] : rendererDiagnostics(html);
      const result = { ok: true, ...(diagnostics.length > 0 && { diagnostics }) };
      return new Change(withRenderer(content, html, version), () => result);
    },
  },
  getRenderer: { changes: never, run: ({ content }) => content.renderer },
};

/** What every change of the document is answered with (spec 2.6). */
function mutationResult({ validation, version }: StudioContent): MutationResult {
  return { ok: validation.ok, diagnostics: validation.diagnostics, version };
}

/** `StudioCapabilities` (spec 4.8): all that a host or an agent needs to know to work with this Studio. */
function describe(kind: ContentKind): object {
  return {
    vertical: kind.id,
    ops: METHODS,
    schemaKind: 'json-schema',
    schemaVersion: kind.SCHEMA_VERSION,
    screenshotTargets: kind.screenshotTargets,
    manifest: {
      tools: kind.operations.map(({ op, name, description, inputSchema }) => ({
        op,
        name,
        description,
        inputSchema,
      })),
      skills: kind.skills,
    },
  };
}

function operationOf(kind: ContentKind, params: MethodParams): Operation {
  const op = params.text('op');
  const operation = kind.operations.find((one) => one.op === op);
  if (operation !== undefined) return operation;
  throw new StudioError('unknown_op', `There is no operation ${JSON.stringify(op.slice(0, 100))}.`, {
    hint: `The operations are ${kind.operations.map((one) => one.op).join(', ')}.`,
  });
}

function invoke({ kind, content, view }: Bench, operation: Operation, given: unknown): unknown {
  const { document } = content.validation;
  const known = Object.keys(operation.inputSchema['properties'] ?? {});
  const { edits, show, result } = runOperation(operation, document, given, known, content);
  if (show !== undefined) view.show(show);
  if (!operation.edits) return result;
  const text = editText(content.text, edits ?? []);
  const next = text === content.text ? null : withText(kind, content, text);
  return new Change(next, (now) => ({ ...mutationResult(now), ...(result as object) }));
}

function runOperation(
  operation: Operation,
  document: unknown,
  given: unknown,
  known: readonly string[],
  { validation }: StudioContent,
): ReturnType<Operation['run']> {
  try {
    return operation.run(document, new Params(given, known));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { diagnostics } = validation;
    throw new StudioError(error.code, error.message, error.code === 'unsupported' ? { diagnostics } : {});
  }
}
