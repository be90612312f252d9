import type { ContentKind } from '@platform/api/content/kind.ts';
import { StudioCallError } from '#lib/studio/sdk.ts';
import { SOURCE, type Method, type StudioResponse } from '#lib/studio/protocol.ts';
import { Studio } from '#lib/studio/studio.ts';
import type { StudioCalls, StudioDesk } from '../studio-desk.ts';

/** A Studio without a window: its engine, driven by the same calls as a frame is. */
export class EngineDesk implements StudioDesk {
  readonly engine: Studio;
  readonly studio: StudioCalls;
  /** Why what it holds is not stored. */
  notKept: string | null = null;
  /** Called before each request reaches the engine. */
  onCall: (method: Method) => void = () => undefined;
  #ids = 0;

  constructor(kind: ContentKind) {
    const view = {
      screenshot: (target: string) => Promise.resolve(`data:image/png;base64,${btoa(target)}`),
      show: () => undefined,
    };
    this.engine = new Studio(kind, view, () => undefined);
    const call = this.#call.bind(this);
    this.studio = {
      setDocument: (document, { schemaVersion, baseVersion } = {}) =>
        call('setDocument', { document, schemaVersion }, baseVersion),
      applyEdit: (find, replace, { baseVersion } = {}) =>
        call('applyEdit', { patch: { find, replace } }, baseVersion),
      getDocument: () => call('getDocument'),
      getState: () => call('getState'),
      validate: () => call('validate'),
      getSchema: () => call('getSchema'),
      getSchemaDiff: (fromVersion) => call('getSchemaDiff', { fromVersion }),
      screenshot: (target) => call('screenshot', { target }),
      describe: () => call('describe'),
      invoke: (op, params, { baseVersion } = {}) => call('invoke', { op, params }, baseVersion),
      setRenderer: (html, { schemaVersion, baseVersion } = {}) =>
        call('setRenderer', { html, schemaVersion }, baseVersion),
      getRenderer: () => call('getRenderer'),
    };
  }

  get version(): number {
    return this.engine.content.version;
  }

  get document(): unknown {
    return JSON.parse(this.engine.content.text);
  }

  fit(picture: string): Promise<{ picture: string; width: number; height: number }> {
    return Promise.resolve({ picture, width: 640, height: 400 });
  }

  kept(): Promise<string | null> {
    return Promise.resolve(this.notKept);
  }

  async #call<Result>(method: Method, given: object = {}, baseVersion?: number): Promise<Result> {
    this.onCall(method);
    this.#ids += 1;
    // What is undefined does not go over the wire.
    const params = JSON.parse(JSON.stringify(given)) as object;
    const request = { source: SOURCE, kind: 'request', id: String(this.#ids), method, params } as const;
    let response = null as StudioResponse | null;
    await this.engine.answer({ ...request, baseVersion }, (answer) => (response = answer));
    const got = response as StudioResponse | null;
    if (got === null) throw new Error(`No answer to ${method}.`);
    if (got.ok) return got.result as Result;
    throw new StudioCallError(got.error.code, got.error.message, got.error);
  }
}
