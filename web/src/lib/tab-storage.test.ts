import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTab, writeTab } from './tab-storage.ts';

afterEach(() => vi.unstubAllGlobals());

function storage(most = Infinity): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > most) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

describe('what a tab keeps', () => {
  it('comes back until it is forgotten', () => {
    const kept = storage();
    writeTab('a', { text: 'Make it blue' });
    expect([readTab('a'), readTab('b')]).toEqual([{ text: 'Make it blue' }, null]);
    writeTab('a', null);
    expect(kept.size).toBe(0);
  });

  it('is not an older state when the newer one did not fit', () => {
    storage(20);
    writeTab('a', 'short');
    writeTab('a', 'much longer than the storage allows');
    expect(readTab('a')).toBeNull();
  });

  it('is nothing where storage is blocked or holds something else', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => writeTab('a', 'x')).not.toThrow();
    expect(readTab('a')).toBeNull();
    storage().set('a', 'no JSON');
    expect(readTab('a')).toBeNull();
  });
});
