import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepUnsent, unsentText } from './unsent-text.ts';

afterEach(() => vi.unstubAllGlobals());

function storage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

describe('unsent text', () => {
  it('is kept for its draft alone and gone once it was sent', () => {
    const kept = storage();
    keepUnsent('d1', 'Make it blue');
    expect([unsentText('d1'), unsentText('d2')]).toEqual(['Make it blue', '']);
    keepUnsent('d1', '');
    expect(unsentText('d1')).toBe('');
    expect(kept.size).toBe(0);
  });

  it('does without storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => keepUnsent('d1', 'Make it blue')).not.toThrow();
    expect(unsentText('d1')).toBe('');
  });
});
