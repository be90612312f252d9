/** Bytes of an answer that are read in one task: some ten events of a stream, a few milliseconds of work. */
const PIECE = 2_048;

/**
 * `fetch` for answers that stream. After a pause (a slow network, a busy machine) many events come at once, and reading
 * them all would be one long task: such an answer is handed on in pieces, each in a task of its own, and the page draws
 * and hears keys in between.
 */
export async function calmFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return response.body === null || !isStream ? response : new Response(inTasks(response.body), response);
}

/** The same bytes, at most `PIECE` of them in one task. */
export function inTasks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let rest = new Uint8Array(0);
  return new ReadableStream(
    {
      async pull(controller) {
        while (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          rest = value;
        }
        await nextTask();
        controller.enqueue(rest.subarray(0, PIECE));
        rest = rest.subarray(PIECE);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Timers would do in a visible page only: hidden ones let them ring once a second. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
