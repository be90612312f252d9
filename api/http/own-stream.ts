/**
 * The stream as one of the runtime's own. Yoga's is only alike: whoever wraps its answer in another (the main origin
 * does, for its headers) gets one that is closed once more after its reader left, in a microtask that nobody can
 * catch, and the process ends.
 */
export function ownStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
