import type { Wire } from '../provider-table.ts';
import type { Scrubber } from './scrub.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UsageReader } from './usage-reader.ts';

export interface AnswerSteps {
  readonly body: AsyncIterable<Uint8Array>;
  readonly scrubber: Scrubber;
  readonly usage: UsageReader;
  readonly maxBytes: number;
  /** Turns a failure in the middle of a stream into bytes that the client's library understands; null: cut it off. */
  readonly lastWords: (error: unknown) => string | null;
  /** Breaks the client's connection, so that half an answer is not taken for a whole one; false where there is none. */
  readonly cut: () => boolean;
  /** Called once, when the answer has ended in whatever way. */
  readonly onEnd: (error: unknown) => Promise<void>;
}

/** The answer on its way to the client: counted, watched for usage, free of secrets, unchanged otherwise. */
export function toClientStream(steps: AnswerSteps): ReadableStream<Uint8Array> {
  const source = pass(steps);
  return new ReadableStream({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else if (next.value.byteLength > 0) controller.enqueue(next.value);
      // A pull that enqueues nothing is not repeated by the stream itself.
      else await this.pull?.(controller);
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

async function* pass(steps: AnswerSteps): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  let failure: unknown = null;
  try {
    for await (const chunk of steps.body) {
      bytes += chunk.byteLength;
      if (bytes > steps.maxBytes) throw new UpstreamFailure('too_long');
      const clean = steps.scrubber.push(chunk);
      steps.usage.push(clean);
      yield clean;
    }
    yield steps.scrubber.flush();
  } catch (error) {
    failure = error;
    const words = steps.lastWords(error);
    if (words !== null) yield Buffer.concat([steps.scrubber.flush(), Buffer.from(words)]);
    else if (!steps.cut()) throw error;
  } finally {
    await steps.onEnd(failure);
  }
  return undefined;
}

/** An error as the last event of a stream, in the provider's own dialect (the blank line ends a half-sent event). */
export function errorEvent(wire: Wire, code: string, message: string): string {
  if (wire === 'anthropic') {
    return `\n\nevent: error\ndata: ${JSON.stringify({ type: 'error', error: { type: code, message } })}\n\n`;
  }
  return `\n\ndata: ${JSON.stringify({ error: { message, type: code, code } })}\n\n`;
}
