import { describe, expect, it } from 'vitest';
import { exactTime, refreshAfter, relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-05-10T12:00:00Z');

describe('relative time', () => {
  it.each([
    ['2026-05-10T11:59:40Z', 'just now'],
    ['2026-05-10T12:00:20Z', 'just now'],
    ['2026-05-10T11:55:00Z', '5 minutes ago'],
    ['2026-05-10T09:00:00Z', '3 hours ago'],
    ['2026-05-09T11:00:00Z', 'yesterday'],
    ['2026-05-05T12:00:00Z', '5 days ago'],
    ['2026-04-26T12:00:00Z', '2 weeks ago'],
    ['2026-03-01T12:00:00Z', '2 months ago'],
    ['2024-05-01T12:00:00Z', '2 years ago'],
    ['not a time', ''],
  ])('%s is %j', (iso, words) => {
    expect(relativeTime(iso, NOW)).toBe(words);
  });

  it('names the whole date, and nothing for nonsense', () => {
    expect(exactTime('2026-05-10T12:00:00Z')).toContain('2026');
    expect(exactTime('nonsense')).toBe('');
  });

  it('looks again soon while the words change soon', () => {
    expect(refreshAfter('2026-05-10T11:59:00Z', NOW)).toBeLessThan(refreshAfter('2026-05-01T11:59:00Z', NOW));
  });
});
