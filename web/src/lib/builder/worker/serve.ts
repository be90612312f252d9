import type { HelperAnswer, HelperCall } from './helper.ts';

/** The worker's side of `Helper`: answers every call with what `work` makes of it, or with the words of its error. */
export function serve<Request, Answer>(work: (request: Request) => Answer): void {
  self.addEventListener('message', ({ data: { id, request } }: MessageEvent<HelperCall<Request>>) => {
    let reply: HelperAnswer<Answer>;
    try {
      reply = { id, answer: work(request) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply);
  });
}
