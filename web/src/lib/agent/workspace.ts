import { AML_PATH } from './checks/aml-path.ts';

/** What a draft holds at one revision (design 10). */
export interface DraftState {
  readonly revision: number;
  readonly aml: string;
  readonly files: ReadonlyMap<string, string>;
}

/** One save. A file's content null deletes it; what is not named keeps its value. */
export interface DraftChange {
  readonly files?: readonly { readonly path: string; readonly content: string | null }[];
  readonly aml?: string;
}

/** Who made a revision, and the message behind it. */
export interface SaveNote {
  readonly cause: 'USER_EDIT' | 'AGENT_TURN';
  readonly messageId?: string;
  /** The market's app that the files come from: what is published of this draft is its fork. */
  readonly forkedFromAppId?: string;
}

/**
 * The draft as the agent and the editor see it. Changes are saved one after the other, each as a revision of its
 * own; when `apply` has resolved, the server has it.
 */
export interface DraftWorkspace {
  /** The newest state known here. */
  readonly state: DraftState;
  /**
   * @returns the state after the save
   * @throws WorkspaceError `conflict` when somebody else saved in between: nothing was overwritten, and `state` is the
   *   newer one by then; other codes of the API as they are
   */
  apply(change: DraftChange, note: SaveNote): Promise<DraftState>;
}

/** A save that did not happen, with a sentence that says what to do. */
export class WorkspaceError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkspaceError';
    this.code = code;
  }
}

/** The state after a change, without saving it anywhere. */
export function changed(state: DraftState, change: DraftChange, revision = state.revision): DraftState {
  // The same map while no file changes, so that others can tell by looking.
  if ((change.files ?? []).length === 0) return { ...state, revision, aml: change.aml ?? state.aml };
  const files = new Map(state.files);
  for (const { path, content } of change.files ?? []) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return { revision, aml: change.aml ?? state.aml, files };
}

/** The content of a file, or of the data model under its own name; undefined when there is none. */
function contentOf(state: DraftState, path: string): string | undefined {
  return path === AML_PATH ? state.aml : state.files.get(path);
}

/**
 * What a change would run over: the first file it writes that is no longer what it was when the change was made. A
 * change waits behind other saves, and must not take back what those wrote.
 */
export function collision(seen: DraftState, now: DraftState, change: DraftChange): string | null {
  if (seen === now) return null;
  const paths = (change.files ?? []).map(({ path }) => path);
  if (change.aml !== undefined) paths.push(AML_PATH);
  return paths.find((path) => contentOf(seen, path) !== contentOf(now, path)) ?? null;
}
