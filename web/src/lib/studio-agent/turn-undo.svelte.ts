import { isSame, type ProjectContent } from '#lib/projects/project-content.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';

/** What the newest turn found and left. */
interface Step {
  readonly before: ProjectContent;
  readonly after: ProjectContent;
}

/**
 * Takes back what the newest turn did, all of it at once, and brings it again. Only while nobody has changed anything
 * since: then it would take that back too. A reload of the page keeps it where storage allows.
 */
export class TurnUndo {
  readonly #key: string;
  #step = $state.raw<Step | null>(null);

  /** @param id of what is edited */
  constructor(id: string) {
    this.#key = `studio.turn.${id}`;
    this.#step = stepFrom(readTab(this.#key));
  }

  /** A turn has ended. */
  note(before: ProjectContent, after: ProjectContent): void {
    if (isSame(before, after)) return;
    this.#step = { before, after };
    writeTab(this.#key, this.#step);
  }

  /** What there was before, while what the turn left is here; else null. */
  back(now: ProjectContent): ProjectContent | null {
    return this.#step !== null && isSame(now, this.#step.after) ? this.#step.before : null;
  }

  /** What the turn had left, while what was before it is here again; else null. */
  again(now: ProjectContent): ProjectContent | null {
    return this.#step !== null && isSame(now, this.#step.before) ? this.#step.after : null;
  }
}

/** Whatever a tab kept is read with care: an older page may have written it. */
function stepFrom(kept: unknown): Step | null {
  const { before, after } = objectOr(kept);
  return isContent(before) && isContent(after) ? { before, after } : null;
}

function isContent(value: unknown): value is ProjectContent {
  const { text, renderer, schemaVersion } = objectOr(value);
  const isRenderer = renderer === null || typeof renderer === 'string';
  return typeof text === 'string' && isRenderer && typeof schemaVersion === 'number';
}

function objectOr(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
