import { editText } from '@platform/api/content/edit-text.ts';
import type { ContentKind, RecordCheck } from '@platform/api/content/kind.ts';
import type { DocumentEdit } from '@platform/api/content/operation.ts';
import { MethodParams, readBaseVersion } from './method-params.ts';
import { Change, METHOD_TABLE } from './methods.ts';
import {
  isMethod,
  METHODS,
  SOURCE,
  StudioError,
  type StudioErrorBody,
  type StudioEvent,
  type StudioRequest,
  type StudioResponse,
} from './protocol.ts';
import { Recorded } from './recorded.ts';
import { startingContent, withText, type StudioContent } from './studio-document.ts';
import type { StudioView } from './view.ts';

/** Responses that are remembered, so that a request that comes twice is done once (design 11). */
const MOST_RECORDED = 1_000;

/**
 * A Studio's state and protocol (spec 4.8, design 11) without any window: requests in, responses and events out.
 * Changes are made in the order in which they come; each accepted one raises `version` by one.
 */
export class Studio {
  readonly kind: ContentKind;
  readonly view: StudioView;
  readonly #emit: (event: StudioEvent) => void;
  readonly #changed: (content: StudioContent) => void;
  readonly #recorded = new Recorded<StudioResponse>(MOST_RECORDED);
  #content: StudioContent;

  /**
   * @param emit sends an event to the host
   * @param changed is called with each new content, before its event
   */
  constructor(
    kind: ContentKind,
    view: StudioView,
    emit: (event: StudioEvent) => void,
    changed: (content: StudioContent) => void = () => {},
  ) {
    this.kind = kind;
    this.view = view;
    this.#emit = emit;
    this.#changed = changed;
    this.#content = startingContent(kind);
  }

  get content(): StudioContent {
    return this.#content;
  }

  /**
   * Does what a request asks and hands the response to `respond`: at once, unless it needs the view. The event of a
   * change comes after its response. Never throws or rejects for what a request holds.
   */
  async answer(request: StudioRequest, respond: (response: StudioResponse) => void): Promise<void> {
    const recorded = this.#recorded.get(request.id);
    if (recorded !== undefined) return respond(recorded);
    let changes = false;
    const before = this.#content.version;
    const settle = (outcome: { readonly result?: unknown } | { readonly error: StudioErrorBody }): void => {
      const response = responseTo(request.id, outcome, this.#content.version);
      if (changes) this.#recorded.add(request.id, response);
      respond(response);
      if (changes && this.#content.version !== before) this.#tell('host');
    };
    try {
      const method = isMethod(request.method) ? METHOD_TABLE[request.method] : null;
      if (method === null) {
        const hint = `The methods are ${METHODS.join(', ')}.`;
        const name = request.method.slice(0, 100);
        throw new StudioError('unknown_method', `There is no method ${JSON.stringify(name)}.`, { hint });
      }
      changes = method.changes(this, request.params);
      if (changes) this.#refuseStale(request.baseVersion);
      const outcome = method.run(this, new MethodParams(request.params));
      if (outcome instanceof Promise) return settle({ result: await outcome });
      settle({ result: outcome instanceof Change ? this.#make(outcome) : outcome });
    } catch (error) {
      settle({ error: bodyOf(error) });
    }
  }

  /** What somebody typed or did in the Studio itself. @throws StudioError too_large */
  edit(text: string): void {
    this.#set(withText(this.kind, this.#content, text));
    this.#tell('user');
  }

  /**
   * Changes places of the document and leaves the rest of its text as it is written.
   * @throws StudioError too_large
   */
  change(edits: readonly DocumentEdit[]): void {
    const text = editText(this.#content.text, edits);
    if (text !== this.#content.text) this.edit(text);
  }

  /** The rendered page was filled in and sent (design 11). @returns whether that fits the document, as the host is told */
  submitted(values: unknown): RecordCheck {
    const { data } = this.kind;
    const { validation, version } = this.#content;
    if (!data.collects || !validation.ok) return { ok: false, diagnostics: [] };
    const check = data.checkRecord(validation.document, values);
    this.#emit({ source: SOURCE, kind: 'event', event: 'submit', payload: { values, ...check }, version });
    return check;
  }

  #refuseStale(given: unknown): void {
    const base = readBaseVersion(given);
    const { version } = this.#content;
    if (base === null || base === version) return;
    throw new StudioError('stale_version', `The document is at version ${version}, not ${base}.`, {
      currentVersion: version,
      hint: 'Nothing was changed. Read the state and apply the change to that.',
    });
  }

  #make({ next, result }: Change): unknown {
    if (next !== null) this.#set(next);
    return result(this.#content);
  }

  #set(content: StudioContent): void {
    this.#content = content;
    this.#changed(content);
  }

  #tell(by: 'host' | 'user'): void {
    const { version, validation } = this.#content;
    const payload = { version, by, valid: validation.ok };
    this.#emit({ source: SOURCE, kind: 'event', event: 'change', payload, version });
  }
}

function responseTo(
  id: string,
  outcome: { readonly result?: unknown } | { readonly error: StudioErrorBody },
  version: number,
): StudioResponse {
  const head = { source: SOURCE, kind: 'response', id, version } as const;
  if ('error' in outcome) return { ...head, ok: false, error: outcome.error };
  return { ...head, ok: true, ...(outcome.result === undefined ? {} : { result: outcome.result }) };
}

/** The text of an unforeseen error stays inside. */
function bodyOf(error: unknown): StudioErrorBody {
  if (error instanceof StudioError) return error.body;
  console.error(error);
  return { code: 'internal', message: 'The Studio could not do this. Nothing was changed.' };
}
