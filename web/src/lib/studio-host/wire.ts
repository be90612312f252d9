/**
 * A wire between the SDK and a Studio's frame, on which messages can be late, lost, doubled or other than they were sent.
 * Neither side is changed for it. The SDK asks the frame for its window each time: an own property `contentWindow` of the
 * element answers with a stand-in, whose `postMessage` runs through the wire. What the Studio posts is stopped at the
 * host's window before any other listener, and dispatched there again, when its time has come, as a MessageEvent of the
 * same origin whose source is the stand-in. The Studio's parent stays the host's own page, so that the frame's sandbox,
 * the Studio's look at its embedder and its pinned origin are the real ones. The file stands alone, so that tests can put
 * it into the pages of other sites.
 */
export type Direction = 'toStudio' | 'toHost';

export interface Passing {
  readonly direction: Direction;
  readonly data: unknown;
}

/** One arrival of a message: what arrives, and after how many milliseconds; 0 is at once. */
export interface Arrival {
  readonly data: unknown;
  readonly after: number;
}

/** Says what becomes of a message: one arrival as a rule, none when it is lost, two when it is doubled. */
export type Plan = (message: Passing) => readonly Arrival[];

/** @returns takes the wire away: what is still under way on it is lost */
export function layWire(frame: HTMLIFrameElement, plan: Plan): () => void {
  const window = (): Window | null =>
    Reflect.get(HTMLIFrameElement.prototype, 'contentWindow', frame) as Window | null;
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const arrived = new WeakSet<Event>();

  function carry(message: Passing, arrive: (data: unknown) => void): void {
    for (const { data, after } of plan(message)) {
      if (after <= 0) arrive(data);
      else {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          arrive(data);
        }, after);
        waiting.add(timer);
      }
    }
  }

  const standIn = {
    postMessage(data: unknown, target: string): void {
      carry({ direction: 'toStudio', data }, (now) => window()?.postMessage(now, target));
    },
  };

  function hear(event: MessageEvent): void {
    if (arrived.has(event) || event.source === null || event.source !== window()) return;
    event.stopImmediatePropagation();
    carry({ direction: 'toHost', data: event.data }, (now) => {
      const copy = new MessageEvent('message', { data: now, origin: event.origin });
      Object.defineProperty(copy, 'source', { value: standIn });
      arrived.add(copy);
      dispatchEvent(copy);
    });
  }

  Object.defineProperty(frame, 'contentWindow', {
    configurable: true,
    get: () => (window() === null ? null : standIn),
  });
  addEventListener('message', hear, true);
  return () => {
    removeEventListener('message', hear, true);
    Reflect.deleteProperty(frame, 'contentWindow');
    for (const timer of waiting) clearTimeout(timer);
  };
}
