import { rendererDiagnostics } from '@platform/api/content/renderer-diagnostics.ts';
import { editText } from '@platform/api/content/edit-text.ts';
import type { ContentKind } from '@platform/api/content/kind.ts';
import { OperationError, Params } from '@platform/api/content/operation.ts';
import { validateText } from '@platform/api/content/validate.ts';

type Loose = Readonly<Record<string, unknown>>;

/** What a Studio holds, as the model of its protocol sees it. */
export interface ModelState {
  readonly version: number;
  readonly text: string;
  readonly renderer: string | null;
  readonly docSchemaVersion: number;
  readonly rendererSchemaVersion: number;
}

export interface ModelRequest {
  readonly method: string;
  readonly params?: unknown;
  readonly baseVersion?: unknown;
}

/** What a request is answered with in one state, and the state afterwards; `code` is null when it is accepted. */
export interface ModelAnswer {
  readonly code: string | null;
  readonly result?: unknown;
  readonly next: ModelState;
}

export function modelStart(kind: ContentKind): ModelState {
  return {
    version: 0,
    text: JSON.stringify(kind.starter, null, 2),
    renderer: kind.defaultRenderer,
    docSchemaVersion: kind.SCHEMA_VERSION,
    rendererSchemaVersion: kind.SCHEMA_VERSION,
  };
}

/**
 * The reference model of the protocol (spec 3, 4.8; design 11): one function from a state and a request to the answer and
 * the next state, written without a look at the Studio's own. What a document means (its mistakes, and where an operation
 * of `invoke` edits it) is asked of the kind, which has tests of its own.
 */
export function modelAnswer(kind: ContentKind, state: ModelState, request: ModelRequest): ModelAnswer {
  const { method, baseVersion } = request;
  const params = (request.params ?? {}) as Loose;
  const refuse = (code: string): ModelAnswer => ({ code, next: state });
  const accept = (result: unknown): ModelAnswer => ({ code: null, result, next: state });
  const change = (part: Partial<ModelState>, more: Loose | null = {}): ModelAnswer => {
    const next = { ...state, ...part, version: state.version + 1 };
    if (more === null) {
      const missing = next.renderer === null ? [] : rendererDiagnostics(next.renderer);
      return { code: null, result: { ok: true, ...(missing.length > 0 && { diagnostics: missing }) }, next };
    }
    const { ok, diagnostics } = validateText(kind, next.text);
    return { code: null, result: { ok, diagnostics, version: next.version, ...more }, next };
  };
  const operation = method === 'invoke' ? kind.operations.find(({ op }) => op === params['op']) : undefined;
  if (method === 'invoke') {
    if (typeof params['op'] !== 'string') return refuse('invalid_params');
    if (operation === undefined) return refuse('unknown_op');
  }
  const mutates = ['setDocument', 'applyEdit', 'setRenderer'].includes(method) || operation?.edits === true;
  if (mutates && baseVersion !== undefined && baseVersion !== null) {
    if (!isVersion(baseVersion)) return refuse('invalid_params');
    if (baseVersion !== state.version) return refuse('stale_version');
  }
  const schemaVersion = params['schemaVersion'] ?? kind.SCHEMA_VERSION;
  const isKnownSchema = isVersion(schemaVersion) && schemaVersion <= kind.SCHEMA_VERSION;
  switch (method) {
    case 'setDocument': {
      const text = params['document'];
      if (typeof text !== 'string' || !isKnownSchema) return refuse('invalid_params');
      return change({ text, docSchemaVersion: schemaVersion });
    }
    case 'setRenderer': {
      const html = params['html'];
      if ((html !== null && typeof html !== 'string') || !isKnownSchema) return refuse('invalid_params');
      return change({ renderer: html, rendererSchemaVersion: schemaVersion }, null);
    }
    case 'applyEdit': {
      const { find, replace } = (params['patch'] ?? {}) as Loose;
      if (typeof find !== 'string' || typeof replace !== 'string' || find === '')
        return refuse('invalid_params');
      const parts = state.text.split(find);
      const [head = '', ...rest] = parts;
      if (rest.length === 0) return refuse('no_match');
      return change({ text: head + replace + rest.join(find) }, { matches: parts.length - 1 });
    }
    case 'invoke': {
      try {
        const { document } = validateText(kind, state.text);
        const known = Object.keys(operation?.inputSchema['properties'] ?? {});
        const outcome = operation?.run(document, new Params(params['params'], known));
        if (operation?.edits !== true) return accept(outcome?.result);
        const text = editText(state.text, outcome?.edits ?? []);
        if (text !== state.text) return change({ text }, outcome?.result as Loose);
        const { ok, diagnostics } = validateText(kind, text);
        return accept({ ok, diagnostics, version: state.version, ...(outcome?.result as Loose) });
      } catch (error) {
        if (error instanceof OperationError) return refuse(error.code);
        throw error;
      }
    }
    case 'getDocument':
      return accept(state.text);
    case 'getState': {
      const { version, text, docSchemaVersion, rendererSchemaVersion } = state;
      const { ok: valid, document = null } = validateText(kind, text);
      const currentSchemaVersion = kind.SCHEMA_VERSION;
      return accept({
        ...{ version, document: text, valid, schema: document },
        ...{ currentSchemaVersion, rendererSchemaVersion, docSchemaVersion },
      });
    }
    case 'validate':
      return accept(validateText(kind, state.text).diagnostics);
    case 'getSchema':
      return accept(kind.schema);
    case 'getRenderer':
      return accept(state.renderer);
    default:
      return refuse('unknown_method');
  }
}

function isVersion(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
