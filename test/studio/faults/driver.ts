/** Runs in the page of a host: makes calls through the SDK over a bad wire, and writes down what crosses it. */
import type { StudioHandle } from '../../../web/src/lib/studio/sdk.ts';
import { layWire, type Arrival, type Direction } from '../../../web/src/lib/studio-host/wire.ts';
import { randomOf } from '../../../web/src/lib/ui/hash.ts';
import type { Call } from './random-calls.ts';

/** How bad the wire is: shares of messages that are lost and doubled, and how late the others may be (milliseconds). */
export interface Weather {
  readonly seed: string;
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
}

export interface Outcome {
  readonly id: string;
  readonly ok: boolean;
  readonly result?: unknown;
  readonly code?: string;
}

/** An envelope as its sender posted it. */
export interface Envelope {
  readonly direction: Direction;
  readonly data: Readonly<Record<string, unknown>>;
}

export const sent: Envelope[] = [];
let known = 0;
let lastId = '';

/** Lays a wire to the frame; `clear` gives one on which nothing goes wrong. */
export function lay(frame: HTMLIFrameElement, weather: Weather | 'clear'): () => void {
  const next = randomOf(weather === 'clear' ? '' : weather.seed);
  return layWire(frame, ({ direction, data }) => {
    const message = data as Envelope['data'];
    if (message['kind'] === 'request') lastId = String(message['id']);
    sent.push({ direction, data: message });
    if (direction === 'toHost') known = Math.max(known, Number(message['version']));
    if (weather === 'clear') return [{ data, after: 0 }];
    const chance = next();
    const times = chance < weather.lost ? 0 : chance < weather.lost + weather.doubled ? 2 : 1;
    return Array.from({ length: times }, (): Arrival => ({ data, after: Math.floor(next() * weather.late) }));
  });
}

/** The version that a change is made for; undefined where it is left out, as below the first. */
function versionOf(base: Call['base']): number | undefined {
  if (base === 'none') return undefined;
  return Math.max(0, known + { known: 0, behind: -1, ahead: 1 }[base]);
}

const CHANGES = ['setDocument', 'applyEdit', 'invoke', 'setRenderer'];

/** Makes one call; never rejects. */
export function make(
  handles: readonly StudioHandle[],
  { handle, method, args, base }: Call,
): Promise<Outcome> {
  const given = method === 'invoke' && args.length === 1 ? [...args, undefined] : args;
  const options = CHANGES.includes(method) ? [{ baseVersion: versionOf(base) }] : [];
  const act = Reflect.get(handles[handle] as object, method) as (...all: unknown[]) => Promise<unknown>;
  const call = act(...given, ...options);
  const id = lastId;
  return call.then(
    (result) => ({ id, ok: true, result }),
    (error: { readonly code?: string }) => ({ id, ok: false, code: error.code ?? String(error) }),
  );
}

/** Makes all calls, so many of them at a time. */
export async function run(
  handles: readonly StudioHandle[],
  calls: readonly Call[],
  atATime: number,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = calls.toReversed();
  const work = async (): Promise<void> => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      outcomes.push(await make(handles, call));
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return outcomes;
}
