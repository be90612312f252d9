import type { Method } from '#lib/studio/protocol.ts';
import type { StudioHandle } from '#lib/studio/sdk.ts';
import { METHOD_CALLS } from './calls.ts';
import { decide, NO_FAULTS, type FaultSettings } from './faults.ts';
import { MessageLog, type LogEntry } from './message-log.ts';
import { studioPath, type FrameSettings } from './snippet.ts';
import { layWire, type Arrival, type Passing } from './wire.ts';

type Sdk = typeof import('#lib/studio/sdk.ts');

/** How the page of a host is put together: what is there first, and for how long the other is missing. */
export interface LoadSettings {
  /** Seconds after the frame in which the SDK is made: a late listener. */
  readonly listenAfter: number;
  /** Seconds after the SDK in which the frame begins to load: a slow frame. */
  readonly frameAfter: number;
}

/** What came of the last call. */
export interface Outcome {
  readonly method: Method;
  readonly ms: number;
  readonly ok: boolean;
  /** The result as the SDK handed it on, or its error. */
  readonly result: unknown;
}

/** The SDK as every host loads it. */
const SDK = '/studio-sdk.js';

/** A host's page with one Studio: the frame, the SDK, the wire between them, and what crossed it. */
export class HostSession {
  frame = $state.raw<FrameSettings>({ kind: 'form', isSandboxed: false, theme: 'system' });
  load = $state.raw<LoadSettings>({ listenAfter: 0, frameAfter: 0 });
  faults = $state.raw<FaultSettings>(NO_FAULTS);
  /** Counts the loads, so that each has a frame of its own. */
  loads = $state(0);
  version = $state<number | null>(null);
  valid = $state<boolean | null>(null);
  /** The SDK is there to call with. */
  isListening = $state(false);
  /** The Studio has answered. */
  isReady = $state(false);
  /** Calls that wait for their answer. */
  waiting = $state(0);
  outcome = $state.raw<Outcome | null>(null);
  entries = $state.raw<readonly LogEntry[]>([]);
  gone = $state(0);
  readonly #log = new MessageLog();
  #studio: StudioHandle | null = null;
  #element: HTMLIFrameElement | null = null;
  #reading = false;
  #willDraw = false;

  /** Stands the frame up with all that belongs to it. @returns takes it down */
  attach(frame: HTMLIFrameElement): () => void {
    this.#element = frame;
    this.isListening = false;
    this.#forget();
    const takeAway = layWire(frame, (message) => this.#carry(message));
    let isOver = false;
    const later = [
      setTimeout(() => (frame.src = studioPath(this.frame)), this.load.frameAfter * 1_000),
      setTimeout(() => void this.#listen(frame, () => isOver), this.load.listenAfter * 1_000),
    ];
    return () => {
      isOver = true;
      for (const timer of later) clearTimeout(timer);
      this.#studio?.destroy();
      this.#studio = null;
      takeAway();
    };
  }

  /** Stands the frame up anew, as after its settings were changed. */
  restart(): void {
    this.loads += 1;
  }

  /** Loads the page in the frame anew; the SDK and what waits stay. */
  reload(): void {
    if (this.#element !== null) this.#element.src = studioPath(this.frame);
    this.#forget();
  }

  /** Makes one call; what comes of it, a refusal too, is `outcome`. */
  async call(method: Method, given: Readonly<Record<string, unknown>>, base: number | null): Promise<void> {
    const studio = this.#studio;
    if (studio === null) return;
    const start = performance.now();
    this.waiting += 1;
    const end = (ok: boolean, result: unknown): void => {
      this.outcome = { method, ok, result, ms: performance.now() - start };
    };
    try {
      end(true, await METHOD_CALLS[method].call(studio, given, base === null ? {} : { baseVersion: base }));
    } catch (error) {
      if (codeOf(error) === null) throw error;
      end(false, error);
    } finally {
      this.waiting -= 1;
    }
  }

  clear(): void {
    this.#log.clear();
    this.#draw();
  }

  async #listen(frame: HTMLIFrameElement, isOver: () => boolean): Promise<void> {
    const { createStudio } = (await import(/* @vite-ignore */ SDK)) as Sdk;
    if (isOver()) return;
    const studio = createStudio(frame, { origin: location.origin });
    this.#studio = studio;
    this.isListening = true;
    studio.on('ready', () => void this.#read(studio));
    studio.on('change', ({ valid }) => (this.valid = valid));
    await this.#read(studio);
  }

  /** Asks for the state, as a host does that begins; again where the frame is loaded anew meanwhile. */
  async #read(studio: StudioHandle): Promise<void> {
    if (this.isReady || this.#reading) return;
    this.#reading = true;
    try {
      this.valid = (await studio.getState({ timeout: 60_000 })).valid;
      this.isReady = true;
    } catch (error) {
      if (codeOf(error) === 'reloaded') setTimeout(() => void this.#read(studio));
      else if (codeOf(error) === 'timeout')
        this.outcome = { method: 'getState', ok: false, result: error, ms: 60_000 };
      else if (codeOf(error) !== 'destroyed') throw error;
    } finally {
      this.#reading = false;
    }
  }

  #forget(): void {
    [this.version, this.valid, this.isReady] = [null, null, false];
  }

  #carry(message: Passing): readonly Arrival[] {
    const { faults } = this;
    const decision = decide(faults, message, this.version ?? 0, Math.random);
    this.#log.add({ ...message, ...decision, at: performance.timeOrigin + performance.now() });
    if (decision.faults.includes('lost') && faults.loseNext > 0)
      this.faults = { ...faults, loseNext: faults.loseNext - 1 };
    if (decision.faults.includes('reload')) {
      this.faults = { ...faults, reloadsNext: false };
      this.reload();
    }
    const version: unknown = Reflect.get(Object(message.data), 'version');
    if (message.direction === 'toHost' && typeof version === 'number') this.version = version;
    this.#draw();
    return decision.arrivals;
  }

  /** Shows the log, once for all messages between two pictures of the screen. */
  #draw(): void {
    if (this.#willDraw) return;
    this.#willDraw = true;
    requestAnimationFrame(() => {
      this.#willDraw = false;
      this.entries = [...this.#log.entries];
      this.gone = this.#log.gone;
    });
  }
}

/** The code of an error of the SDK; null for any other. */
export function codeOf(error: unknown): string | null {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : null;
}
