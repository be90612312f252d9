import type { UIMessageChunk } from 'ai';

/**
 * The same chunks, with deltas of one part that come within `ms` milliseconds joined to one. Every chunk that goes on
 * from here makes a new snapshot of the answer, and arguments are parsed anew each time; at some hundred tokens a second
 * that is most of the work, and nobody sees more than some pictures a second.
 */
export function joinDeltas<Chunk extends UIMessageChunk>(
  chunks: ReadableStream<Chunk>,
  ms: number,
): ReadableStream<Chunk> {
  const joined = joinedDeltas(chunks.getReader(), ms);
  return new ReadableStream<Chunk>({
    async pull(controller) {
      const { done, value } = await joined.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await joined.return(undefined);
    },
  });
}

async function* joinedDeltas<Chunk extends UIMessageChunk>(
  reader: ReadableStreamDefaultReader<Chunk>,
  ms: number,
): AsyncGenerator<Chunk, undefined> {
  try {
    let next = reader.read();
    let waiting: Chunk | null = null;
    let rest: Promise<'rest'> | null = null;
    for (;;) {
      const came = await (rest === null ? next : Promise.race([next, rest]));
      if (came === 'rest') {
        if (waiting !== null) yield waiting;
        [waiting, rest] = [null, null];
        continue;
      }
      if (came.done) {
        if (waiting !== null) yield waiting;
        return undefined;
      }
      next = reader.read();
      const both: Chunk | null = waiting === null ? null : join(waiting, came.value);
      if (both !== null) {
        waiting = both;
        continue;
      }
      if (waiting !== null) yield waiting;
      waiting = null;
      if (!isDelta(came.value)) yield came.value;
      else {
        waiting = came.value;
        rest ??= new Promise((resolve) => setTimeout(() => resolve('rest'), ms));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function isDelta({ type }: UIMessageChunk): boolean {
  return type === 'text-delta' || type === 'reasoning-delta' || type === 'tool-input-delta';
}

/** Two deltas as one; null when they do not belong together. */
function join<Chunk extends UIMessageChunk>(a: Chunk, b: Chunk): Chunk | null {
  if (a.type === 'tool-input-delta' && b.type === 'tool-input-delta') {
    if (a.toolCallId !== b.toolCallId) return null;
    return { ...b, inputTextDelta: a.inputTextDelta + b.inputTextDelta };
  }
  if (
    (a.type === 'text-delta' && b.type === 'text-delta') ||
    (a.type === 'reasoning-delta' && b.type === 'reasoning-delta')
  ) {
    return a.id === b.id ? { ...b, delta: a.delta + b.delta } : null;
  }
  return null;
}
