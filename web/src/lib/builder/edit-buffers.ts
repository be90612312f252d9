import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import type { DraftChange, DraftState } from '#lib/agent/workspace.ts';
import { withLineEndsOf } from './line-ends.ts';

/** A text as the editor holds it, with `\n` alone: knowing its length costs nothing, writing it out all of it. */
export interface EditedText {
  readonly length: number;
  toString(): string;
}

/** What a stored buffer is read from. */
export interface BufferParts {
  readonly base: string | null;
  readonly text: string;
  readonly conflicted: boolean;
}

/** What a person has typed and the server does not have yet. */
export class Buffer implements BufferParts {
  /** What the draft had when typing began; null when there was no such file. */
  readonly base: string | null;
  /** Somebody else changed the same file meanwhile: the person decides. */
  readonly conflicted: boolean;
  /** What the editor held, so that an editor that still holds it knows without comparing. */
  readonly edited: EditedText;
  #text: string | null;

  constructor(base: string | null, edited: EditedText, conflicted: boolean, text: string | null) {
    this.base = base;
    this.edited = edited;
    this.conflicted = conflicted;
    this.#text = text;
  }

  static of({ base, text, conflicted }: BufferParts): Buffer {
    return new Buffer(base, text, conflicted, text);
  }

  /** Written out when it is first asked for, not at each key. */
  get text(): string {
    return (this.#text ??= this.edited.toString());
  }

  /** Whether it is this text; one of another length is not written out for that. */
  says(text: string | null): boolean {
    const mayBe = this.#text !== null || this.edited.length === text?.length;
    return mayBe && this.text === text;
  }

  /** The same typing on top of something else. */
  with({ base = this.base, conflicted = this.conflicted }: Partial<Omit<BufferParts, 'text'>>): Buffer {
    return new Buffer(base, this.edited, conflicted, this.#text);
  }

  toJSON(): BufferParts {
    return { base: this.base, text: this.text, conflicted: this.conflicted };
  }
}

export type Buffers = ReadonlyMap<string, Buffer>;

/** What a draft holds under a path of the editor; null when there is nothing. */
export function contentAt(state: DraftState, path: string): string | null {
  return path === AML_PATH ? state.aml : (state.files.get(path) ?? null);
}

/** Typing: the buffer keeps the base it began with, and the line ends that an editor of lines does not know. */
export function typed(buffers: Buffers, state: DraftState, path: string, edited: EditedText): Buffers {
  const next = new Map(buffers);
  const known = buffers.get(path);
  const base = known === undefined ? contentAt(state, path) : known.base;
  const conflicted = known?.conflicted ?? false;
  const text = base?.includes('\r') ? withLineEndsOf(known?.text ?? base, edited.toString()) : null;
  const buffer = new Buffer(base, edited, conflicted, text);
  if (!conflicted && buffer.says(base)) next.delete(path);
  else next.set(path, buffer);
  return next;
}

/**
 * The draft moved on. A buffer whose file still is what it began with goes on; one that already says the same is done;
 * any other is in conflict.
 */
export function rebased(buffers: Buffers, state: DraftState): Buffers {
  const next = new Map<string, Buffer>();
  for (const [path, buffer] of buffers) {
    const now = contentAt(state, path);
    if (buffer.says(now)) continue;
    const conflicted = now !== buffer.base;
    next.set(path, conflicted === buffer.conflicted ? buffer : buffer.with({ conflicted }));
  }
  return next;
}

/** The person keeps what they typed, on top of what is there now. */
export function keptMine(buffers: Buffers, state: DraftState, path: string): Buffers {
  const buffer = buffers.get(path);
  if (buffer === undefined) return buffers;
  const base = contentAt(state, path);
  return new Map(buffers).set(path, buffer.with({ base, conflicted: false }));
}

/** The person takes what is there now, or a file is gone. */
export function dropped(buffers: Buffers, path: string): Buffers {
  const next = new Map(buffers);
  next.delete(path);
  return next;
}

/** What was just saved is what the rest of the typing goes on from. */
export function savedAs(buffers: Buffers, saved: ReadonlyMap<string, string | null>): Buffers {
  return new Map(
    [...buffers].map(([path, buffer]) => {
      const base = saved.get(path);
      return [path, base === undefined ? buffer : buffer.with({ base })];
    }),
  );
}

/** How much has been typed on, without writing it out. */
export function charactersOf(buffers: Buffers): number {
  return [...buffers.values()].reduce((sum, { edited }) => sum + edited.length, 0);
}

/** Whether anything can be saved now. */
export function canSave(buffers: Buffers): boolean {
  return [...buffers.values()].some(({ conflicted }) => !conflicted);
}

/** Everything that can be saved now, as one change; null when there is nothing. */
export function changeOf(buffers: Buffers): DraftChange | null {
  const ready = [...buffers].filter(([, { base, text, conflicted }]) => !conflicted && text !== base);
  if (ready.length === 0) return null;
  const aml = ready.find(([path]) => path === AML_PATH)?.[1].text;
  return {
    files: ready.filter(([path]) => path !== AML_PATH).map(([path, { text }]) => ({ path, content: text })),
    ...(aml !== undefined && { aml }),
  };
}
