import { readRequest, SOURCE, type StudioEvent, type StudioResponse } from './protocol.ts';
import type { Studio } from './studio.ts';

/** What a channel needs of the window it hears with; the tests give it another one. */
export interface HearingWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface HostChannelOptions {
  /** The Studio's own window. */
  readonly self: HearingWindow;
  /** The window that embeds it; nobody else is heard. */
  readonly host: Pick<Window, 'postMessage'>;
  /** Origins that may drive it (`EMBED_ORIGINS`). */
  readonly origins: readonly string[];
  /** The origin that the host seems to have, as the browser tells it; null when it tells nothing. */
  readonly hostOrigin: string | null;
  /** Tells one load of the page from the next. */
  readonly instance: string;
}

/**
 * Joins a Studio to the window that embeds it (spec 4.8, design 11). Requests are answered from the first moment, so
 * `ready` is a hint only, and is said again after the first request: a host whose listener came late hears it then. The
 * first allowed origin that asks is the host's from then on; answers and events go to that origin alone.
 */
export class HostChannel {
  readonly #options: HostChannelOptions;
  #studio: Studio | null = null;
  #origin: string | null = null;

  constructor(options: HostChannelOptions) {
    this.#options = options;
  }

  /** Begins to hear. */
  open(studio: Studio): void {
    this.#studio = studio;
    this.#options.self.addEventListener('message', this.#hear);
    const { hostOrigin, origins } = this.#options;
    if (hostOrigin !== null && origins.includes(hostOrigin)) this.#post(this.#ready(), hostOrigin);
  }

  close(): void {
    this.#options.self.removeEventListener('message', this.#hear);
    this.#studio = null;
  }

  /** Sends an event to the host, once there is one. */
  readonly emit = (event: StudioEvent): void => {
    if (this.#origin !== null) this.#post(event, this.#origin);
  };

  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    if (this.#studio === null || source !== this.#options.host) return;
    if (!this.#options.origins.includes(origin) || (this.#origin !== null && origin !== this.#origin)) return;
    const request = readRequest(data);
    if (request === null) return;
    const isFirst = this.#origin === null;
    this.#origin = origin;
    void this.#studio.answer(request, (response) => this.#post(response, origin));
    if (isFirst) this.#post(this.#ready(), origin);
  };

  #ready(): StudioEvent {
    const { version = 0 } = this.#studio?.content ?? {};
    const payload = { instance: this.#options.instance };
    return { source: SOURCE, kind: 'event', event: 'ready', payload, version };
  }

  #post(message: StudioEvent | StudioResponse, origin: string): void {
    this.#options.host.postMessage(message, origin);
  }
}
