import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import type { DraftChange, DraftState } from '#lib/agent/workspace.ts';
import { withLineEndsOf } from './line-ends.ts';

/** What a person has typed and the server does not have yet. */
export interface Buffer {
  /** What the draft had when typing began; null when there was no such file. */
  readonly base: string | null;
  readonly text: string;
  /** Somebody else changed the same file meanwhile: the person decides. */
  readonly conflicted: boolean;
}

export type Buffers = ReadonlyMap<string, Buffer>;

/** What a draft holds under a path of the editor; null when there is nothing. */
export function contentAt(state: DraftState, path: string): string | null {
  return path === AML_PATH ? state.aml : (state.files.get(path) ?? null);
}

/** Typing: the buffer keeps the base it began with, and the line ends that an editor of lines does not know. */
export function typed(buffers: Buffers, state: DraftState, path: string, edited: string): Buffers {
  const next = new Map(buffers);
  const known = buffers.get(path);
  const base = known === undefined ? contentAt(state, path) : known.base;
  const text = withLineEndsOf(known?.text ?? base ?? '', edited);
  if (text === base && !known?.conflicted) next.delete(path);
  else next.set(path, { base, text, conflicted: known?.conflicted ?? false });
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
    if (now === buffer.text) continue;
    next.set(path, { ...buffer, conflicted: now !== buffer.base });
  }
  return next;
}

/** The person keeps what they typed, on top of what is there now. */
export function keptMine(buffers: Buffers, state: DraftState, path: string): Buffers {
  const buffer = buffers.get(path);
  if (buffer === undefined) return buffers;
  return new Map(buffers).set(path, { ...buffer, base: contentAt(state, path), conflicted: false });
}

/** The person takes what is there now, or a file is gone. */
export function dropped(buffers: Buffers, path: string): Buffers {
  const next = new Map(buffers);
  next.delete(path);
  return next;
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
