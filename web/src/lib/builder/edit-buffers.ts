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
  readonly sent: string | null;
}

/** What a person has typed and the server does not have yet. */
export class Buffer implements BufferParts {
  /** What the draft had when typing began; null when there was no such file. */
  readonly base: string | null;
  /** Somebody else changed the same file meanwhile: the person decides. */
  readonly conflicted: boolean;
  /** The text that was handed to the server last and may be there by now; null when nothing is on its way. */
  readonly sent: string | null;
  /** What the editor held, so that an editor that still holds it knows without comparing. */
  readonly edited: EditedText;
  #text: string | null;

  /** @param text what `edited` is written out as; null where that is not known */
  constructor(
    { base, conflicted, sent }: Omit<BufferParts, 'text'>,
    edited: EditedText,
    text: string | null,
  ) {
    this.base = base;
    this.conflicted = conflicted;
    this.sent = sent;
    this.edited = edited;
    this.#text = text;
  }

  static of(parts: BufferParts): Buffer {
    return new Buffer(parts, parts.text, parts.text);
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
  with(parts: Partial<Omit<BufferParts, 'text'>>): Buffer {
    const { base, conflicted, sent } = this;
    return new Buffer({ base, conflicted, sent, ...parts }, this.edited, this.#text);
  }

  toJSON(): BufferParts {
    const { base, text, conflicted, sent } = this;
    return { base, text, conflicted, sent };
  }
}

export type Buffers = ReadonlyMap<string, Buffer>;

/** What a draft holds under a path of the editor; null when there is nothing. */
export function contentAt(state: DraftState, path: string): string | null {
  return path === AML_PATH ? state.aml : (state.files.get(path) ?? null);
}

/**
 * Typing: the buffer keeps the base it began with, and the line ends that an editor of lines does not know. Typed back to
 * its base it is done, but not while another text is on its way: the draft will have that one.
 */
export function typed(buffers: Buffers, state: DraftState, path: string, edited: EditedText): Buffers {
  const next = new Map(buffers);
  const known = buffers.get(path);
  const parts = known ?? { base: contentAt(state, path), conflicted: false, sent: null };
  const { base, conflicted, sent } = parts;
  const text = base?.includes('\r') ? withLineEndsOf(known?.text ?? base, edited.toString()) : null;
  const buffer = new Buffer(parts, edited, text);
  if (!conflicted && sent === null && buffer.says(base)) next.delete(path);
  else next.set(path, buffer);
  return next;
}

/** A change goes to the server: until that is known to be there or not, the draft may have either text. */
export function sending(buffers: Buffers, { files = [], aml }: DraftChange): Buffers {
  const texts = new Map(files.map(({ path, content }) => [path, content]));
  if (aml !== undefined) texts.set(AML_PATH, aml);
  return mapped(buffers, (buffer, path) => buffer.with({ sent: texts.get(path) ?? buffer.sent }));
}

/** The draft is known as it is now: nothing is on its way any more. */
export function settled(buffers: Buffers, state: DraftState): Buffers {
  const arrived = rebased(buffers, state);
  return rebased(
    mapped(arrived, (buffer) => buffer.with({ sent: null })),
    state,
  );
}

/** Whether it is open what became of a save. */
export function isUnsettled(buffers: Buffers): boolean {
  return [...buffers.values()].some(({ sent }) => sent !== null);
}

function mapped(buffers: Buffers, each: (buffer: Buffer, path: string) => Buffer): Buffers {
  return new Map([...buffers].map(([path, buffer]) => [path, each(buffer, path)]));
}

/**
 * The draft moved on. A buffer whose file still is what it began with goes on; one that already says the same is done,
 * unless another text is on its way; one whose text has arrived goes on from there; any other is in conflict.
 */
export function rebased(buffers: Buffers, state: DraftState): Buffers {
  const next = new Map<string, Buffer>();
  for (const [path, known] of buffers) {
    const now = contentAt(state, path);
    const hasArrived = known.sent !== null && now === known.sent;
    const buffer = hasArrived ? known.with({ base: now, sent: null }) : known;
    const isOnItsWay = buffer.sent !== null && now === buffer.base;
    if (!isOnItsWay && buffer.says(now)) continue;
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
