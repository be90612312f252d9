import { describe, expect, it } from 'vitest';
import { decide, NO_FAULTS, type FaultSettings } from './faults.ts';

const request = { kind: 'request', id: 'a', method: 'setDocument', params: {} };
const reply = { kind: 'response', id: 'a', ok: true };
const half = (): number => 0.5;
const toStudio = (settings: Partial<FaultSettings>, data: object = request) =>
  decide({ ...NO_FAULTS, ...settings }, { direction: 'toStudio', data }, 7, half);
const toHost = (settings: Partial<FaultSettings>, data: object = reply) =>
  decide({ ...NO_FAULTS, ...settings }, { direction: 'toHost', data }, 7, half);

describe('faults of the wire', () => {
  it('leave everything as it is when none is on', () => {
    expect(toStudio({})).toEqual({ arrivals: [{ data: request, after: 0 }], faults: [], after: 0 });
    expect(toHost({})).toEqual({ arrivals: [{ data: reply, after: 0 }], faults: [], after: 0 });
  });

  it('lose replies only, the next ones or a share', () => {
    expect(toHost({ loseNext: 1 }).arrivals).toEqual([]);
    expect(toHost({ loseRate: 51 }).faults).toEqual(['lost']);
    expect(toHost({ loseRate: 50 }).arrivals).toHaveLength(1);
    expect(toHost({ loseNext: 1, loseRate: 100 }, { kind: 'event', event: 'ready' }).arrivals).toHaveLength(
      1,
    );
    expect(toStudio({ loseNext: 1, loseRate: 100 }).arrivals).toHaveLength(1);
  });

  it('double requests, delay both ways, and send changes for another version', () => {
    expect(toStudio({ isDoubled: true }).arrivals).toHaveLength(2);
    expect(toHost({ isDoubled: true }).arrivals).toHaveLength(1);
    expect(toHost({ lateMs: 300 })).toMatchObject({ faults: ['late'], after: 150 });
    expect(toStudio({ isOffByOne: true }).arrivals).toMatchObject([{ data: { baseVersion: 8 } }]);
    expect(toStudio({ isOffByOne: true }, { ...request, baseVersion: 2 }).arrivals).toMatchObject([
      { data: { baseVersion: 3 } },
    ]);
    const read = { ...request, method: 'getState' };
    expect(toStudio({ isOffByOne: true }, read).arrivals).toEqual([{ data: read, after: 0 }]);
  });

  it('have a request find the frame being loaded', () => {
    expect(toStudio({ reloadsNext: true })).toEqual({ arrivals: [], faults: ['reload'], after: 0 });
  });
});
