import type { HearingWindow } from '../host-channel.ts';

export const HOST_ORIGIN = 'https://host.example';
export const STUDIO_ORIGIN = 'https://studio.example';

type Listener = (event: MessageEvent) => void;
/** What happens to one message: how often it arrives, and after how many milliseconds each time. */
export type Fate = readonly number[];

/** One side as the other one holds it. */
interface End {
  postMessage(data: unknown, target: string): void;
}

/** A host's window and a Studio's, with browsers' rules of postMessage between them, and faults on the way. */
export class Wire {
  readonly #hears = { host: new Set<Listener>(), studio: new Set<Listener>() };
  fate: () => Fate = () => [0];

  /** The Studio as the host holds it: `frame.contentWindow`. */
  readonly studio: End = { postMessage: (data, target) => this.#send('studio', data, target) };
  /** The host as the Studio holds it: `window.parent`. */
  readonly host: End = { postMessage: (data, target) => this.#send('host', data, target) };

  window(side: 'host' | 'studio'): HearingWindow {
    return {
      addEventListener: (_type, listener) => void this.#hears[side].add(listener),
      removeEventListener: (_type, listener) => void this.#hears[side].delete(listener),
    };
  }

  /** A message of whoever, as it would arrive. */
  forge(side: 'host' | 'studio', event: { source: unknown; origin: string; data: unknown }): void {
    for (const listener of this.#hears[side]) listener(event as MessageEvent);
  }

  #send(to: 'host' | 'studio', data: unknown, target: string): void {
    const [own, other] = to === 'host' ? [HOST_ORIGIN, STUDIO_ORIGIN] : [STUDIO_ORIGIN, HOST_ORIGIN];
    const copy: unknown = structuredClone(data);
    if (target !== '*' && target !== own) return;
    const source = to === 'host' ? this.studio : this.host;
    for (const wait of this.fate()) {
      setTimeout(() => this.forge(to, { source, origin: other, data: structuredClone(copy) }), wait);
    }
  }
}
