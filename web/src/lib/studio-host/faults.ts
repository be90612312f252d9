import type { Arrival, Passing } from './wire.ts';

/** Faults of the wire, as they are switched on the page. */
export interface FaultSettings {
  /** So many of the next replies are lost. */
  readonly loseNext: number;
  /** Share of all replies that is lost, in percent. */
  readonly loseRate: number;
  /** Each request arrives twice. */
  readonly isDoubled: boolean;
  /** Each message waits up to so many milliseconds, so that they overtake each other; 0 for none. */
  readonly lateMs: number;
  /** Each change is sent for a version that is off by one. */
  readonly isOffByOne: boolean;
  /** The next request finds the frame being loaded anew. */
  readonly reloadsNext: boolean;
}

export const NO_FAULTS: FaultSettings = {
  loseNext: 0,
  loseRate: 0,
  isDoubled: false,
  lateMs: 0,
  isOffByOne: false,
  reloadsNext: false,
};

export type Fault = 'lost' | 'doubled' | 'late' | 'version' | 'reload';

export interface Decision {
  readonly arrivals: readonly Arrival[];
  /** What was done to the message; empty when it passes as it is. */
  readonly faults: readonly Fault[];
  /** Milliseconds of the latest arrival. */
  readonly after: number;
}

const CHANGES = ['setDocument', 'applyEdit', 'invoke', 'setRenderer'];

/**
 * What becomes of one message under the given faults.
 * @param version that the host heard last
 * @param random a number in [0, 1), new each time
 */
export function decide(
  settings: FaultSettings,
  { direction, data }: Passing,
  version: number,
  random: () => number,
): Decision {
  const faults: Fault[] = [];
  const message = Object(data) as Readonly<Record<string, unknown>>;
  const isReply = direction === 'toHost' && message['kind'] === 'response';
  const isRequest = direction === 'toStudio' && message['kind'] === 'request';
  if (isReply && (settings.loseNext > 0 || random() * 100 < settings.loseRate))
    return { arrivals: [], faults: ['lost'], after: 0 };
  if (isRequest && settings.reloadsNext) return { arrivals: [], faults: ['reload'], after: 0 };
  let sent = data;
  if (isRequest && settings.isOffByOne && CHANGES.includes(String(message['method']))) {
    const base = typeof message['baseVersion'] === 'number' ? message['baseVersion'] : version;
    sent = { ...message, baseVersion: base + 1 };
    faults.push('version');
  }
  const times = isRequest && settings.isDoubled ? 2 : 1;
  if (times === 2) faults.push('doubled');
  if (settings.lateMs > 0) faults.push('late');
  const arrivals = Array.from({ length: times }, () => ({
    data: sent,
    after: Math.floor(random() * settings.lateMs),
  }));
  return { arrivals, faults, after: Math.max(...arrivals.map(({ after }) => after)) };
}
