import { describe, expect, it } from 'vitest';
import { filterEntries, MessageLog } from './message-log.ts';

const plain = { faults: [], after: 0 } as const;

describe('the log of messages', () => {
  it('says of a reply what it answers, and after how long, however often the request was sent', () => {
    const log = new MessageLog();
    const request = { kind: 'request', id: 'a', method: 'getState' };
    log.add({ ...plain, direction: 'toStudio', at: 100, data: request });
    log.add({ ...plain, direction: 'toStudio', at: 300, data: request });
    log.add({ ...plain, direction: 'toHost', at: 305, data: { kind: 'response', id: 'a', ok: false } });
    log.add({ ...plain, direction: 'toHost', at: 306, data: { kind: 'event', event: 'change' } });
    log.add({ ...plain, direction: 'toHost', at: 307, data: 'nothing of ours' });
    expect(log.entries).toMatchObject([
      { number: 1, name: 'getState', isAgain: false, ms: null },
      { number: 2, name: 'getState', isAgain: true, ms: null },
      { number: 3, name: 'getState', ms: 205, isRefusal: true },
      { number: 4, name: 'change', kind: 'event', ms: null },
      { number: 5, name: '', kind: '', text: '"nothing of ours"' },
    ]);
    expect(filterEntries(log.entries, 'refusal', '').map(({ number }) => number)).toEqual([3]);
    expect(filterEntries(log.entries, 'request', 'GETstate').map(({ number }) => number)).toEqual([1, 2]);
    expect(filterEntries(log.entries, 'fault', '')).toEqual([]);
  });

  it('keeps so many messages, and so many characters of them', () => {
    const log = new MessageLog(3, 100);
    const add = (data: unknown): void => log.add({ ...plain, direction: 'toHost', at: 0, data });
    for (const data of [1, 2, 3, 4]) add(data);
    expect([log.entries.map(({ text }) => text), log.gone]).toEqual([['2', '3', '4'], 1]);
    add('x'.repeat(200));
    expect([log.entries.map(({ number }) => number), log.gone]).toEqual([[5], 4]);
    add(6);
    expect(log.entries.map(({ number }) => number)).toEqual([6]);
    log.clear();
    expect([log.entries, log.gone]).toEqual([[], 0]);
  });
});
