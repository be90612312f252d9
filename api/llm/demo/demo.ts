import { ApiError } from '../../errors.ts';
import { newCompletion, toEvents, toJson } from './completion.ts';
import { nextMove } from './next-move.ts';
import { DEMO_MODEL, readDemoRequest } from './request.ts';

export interface DemoOptions {
  /** 1 writes at a natural speed, 2 twice as fast, 0 without waiting. */
  readonly pace: number;
}

/** A model inside the server: it is asked like an upstream, and answers like one. */
export interface DemoModel {
  respond(request: { method: string; path: string; body: string; signal: AbortSignal }): Promise<Response>;
}

/**
 * The scripted model of design 9. It speaks OpenAI chat completions, keeps nothing between requests, and needs neither
 * key nor network.
 */
export function createDemo({ pace }: DemoOptions): DemoModel {
  return {
    async respond({ method, path, body, signal }) {
      if (method === 'GET' && path === 'v1/models') return Response.json(models);
      if (method !== 'POST' || path !== 'v1/chat/completions') {
        throw new ApiError('not_found', 'The demo answers GET v1/models and POST v1/chat/completions.');
      }
      const request = readDemoRequest(body);
      const move = nextMove(request);
      const completion = newCompletion(move, body);
      if (!request.stream) return Response.json(await toJson(request, move, completion, pace, signal));
      const events = toByteStream(toEvents(request, move, completion, pace, signal));
      return new Response(events, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
    },
  };
}

const models = {
  object: 'list',
  data: [{ id: DEMO_MODEL, object: 'model', created: 0, owned_by: 'platform' }],
};

/** Pulled piece by piece: whoever reads slowly slows the writing. */
function toByteStream(source: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}
