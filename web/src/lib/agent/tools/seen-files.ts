import { AML_PATH } from '../checks/aml-path.ts';
import type { DraftState } from '../workspace.ts';

/**
 * What the agent knows of each file in this turn: as it was when the turn began, or when the agent last read or wrote
 * it. A whole-file write over anything newer would silently take back somebody else's change.
 */
export class SeenFiles {
  readonly #seen: Map<string, string | undefined>;
  #began: DraftState;

  constructor(began: DraftState) {
    this.#began = began;
    this.#seen = new Map();
  }

  /** True when the file is no longer what the agent knows. */
  changedElsewhere(path: string, now: DraftState): boolean {
    const known = this.#seen.has(path) ? this.#seen.get(path) : contentOf(this.#began, path);
    return known !== contentOf(now, path);
  }

  /** The agent has read or written this file. */
  note(path: string, now: DraftState): void {
    this.#seen.set(path, contentOf(now, path));
  }

  /** The agent has replaced everything. */
  noteAll(now: DraftState): void {
    this.#began = now;
    this.#seen.clear();
  }
}

function contentOf(state: DraftState, path: string): string | undefined {
  return path === AML_PATH ? state.aml : state.files.get(path);
}
