// Types of /studio-sdk.js, the host's side of a Studio.

/** A problem in something a person or program sent: an AML source, a record, a document (spec 2.6). */
export interface StudioDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: "error" | "warning";
  readonly line?: number;
  readonly col?: number;
  /** JSON pointer, where the place is not a line. */
  readonly path?: string;
}

/** The closed list of what can be wrong with a request (design 11). */
export type ErrorCode =
  | 'unknown_method'
  | 'unknown_op'
  | 'invalid_params'
  | 'stale_version'
  | 'no_match'
  | 'unsupported'
  | 'busy'
  | 'timeout'
  | 'too_large'
  | 'internal';

/** spec 2.6 */
export interface MutationResult {
  readonly ok: boolean;
  readonly diagnostics: readonly StudioDiagnostic[];
  readonly version: number;
}

export interface StudioErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  /** With `stale_version`: the version to read and to try again on. */
  readonly currentVersion?: number;
  /** With `no_match`: how often the text to find is there. */
  readonly matches?: number;
  readonly diagnostics?: readonly StudioDiagnostic[];
}

export interface StudioOptions {
    /** Origin of the Studio; that of the frame's `src` when it is left out. */
    readonly origin?: string;
    /** Milliseconds until an unanswered call fails with `timeout`; 10,000, and 30,000 for pictures. */
    readonly timeout?: number;
}

export interface CallOptions {
    readonly signal?: AbortSignal;
    readonly timeout?: number;
}

export interface ChangeOptions extends CallOptions {
    /** The version that the change is made for; on any other it fails with `stale_version`. */
    readonly baseVersion?: number;
}

export interface VersionedOptions extends ChangeOptions {
    /** The schema version that the content was made for; the current one when it is left out. */
    readonly schemaVersion?: number;
}

export interface StudioEvents {
    ready: unknown;
    change: {
        readonly version: number;
        readonly by: 'host' | 'user';
        readonly valid: boolean;
    };
    submit: {
        readonly values: unknown;
        readonly ok: boolean;
        readonly diagnostics: MutationResult['diagnostics'];
    };
}

export interface StudioState {
    readonly version: number;
    readonly document: string;
    readonly valid: boolean;
    readonly schema: unknown;
    readonly currentSchemaVersion: number;
    readonly rendererSchemaVersion: number;
    readonly docSchemaVersion: number;
}

/** One method for each operation of the protocol. All reject with StudioCallError, or the signal's reason. */
export interface StudioHandle {
    setDocument(document: string, options?: VersionedOptions): Promise<MutationResult>;
    applyEdit(find: string, replace: string, options?: ChangeOptions): Promise<MutationResult & {
        readonly matches: number;
    }>;
    getDocument(options?: CallOptions): Promise<string>;
    getState(options?: CallOptions): Promise<StudioState>;
    validate(options?: CallOptions): Promise<MutationResult['diagnostics']>;
    getSchema(options?: CallOptions): Promise<Record<string, unknown>>;
    getSchemaDiff(fromVersion: number, options?: CallOptions): Promise<Record<string, unknown>>;
    screenshot(target?: string, options?: CallOptions): Promise<string>;
    describe(options?: CallOptions): Promise<Record<string, unknown>>;
    invoke(op: string, params?: object, options?: ChangeOptions): Promise<unknown>;
    setRenderer(html: string | null, options?: VersionedOptions): Promise<{
        readonly ok: boolean;
        readonly diagnostics?: readonly StudioDiagnostic[];
    }>;
    getRenderer(options?: CallOptions): Promise<string | null>;
    /** Resolves when the Studio has answered for the first time. */
    ready(options?: CallOptions): Promise<void>;
    /** @returns stops listening */
    on<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E], version: number) => void): () => void;
    /** Stops listening to the frame; what waits fails with `destroyed`. */
    destroy(): void;
}

/** A call that was refused, or not answered. */
export declare class StudioCallError extends Error {
    /** `reloaded`: the frame was loaded anew and has forgotten all; `destroyed`: by `destroy()`. */
    readonly code: ErrorCode | 'reloaded' | 'destroyed';
    readonly details: Partial<StudioErrorBody>;
    constructor(code: StudioCallError['code'], message: string, details?: Partial<StudioErrorBody>);
}

/** @param target the frame, or a selector that finds it */
export declare function createStudio(target: HTMLIFrameElement | string, options?: StudioOptions): StudioHandle;
