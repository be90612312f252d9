import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DelayedDelete } from './delayed-delete.ts';

describe('DelayedDelete', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('deletes when the time is over, once', async () => {
    const run = vi.fn(() => Promise.resolve());
    const deletes = new DelayedDelete(run);
    deletes.begin('a', () => undefined);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(run).toHaveBeenCalledExactlyOnceWith('a');
    expect(deletes.cancel('a')).toBe(false);
  });

  it('does nothing after an undo, and everything at once when the page goes', async () => {
    const run = vi.fn(() => Promise.resolve());
    const deletes = new DelayedDelete(run);
    deletes.begin('a', () => undefined);
    deletes.begin('b', () => undefined);
    expect(deletes.cancel('a')).toBe(true);
    deletes.flush();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(run).toHaveBeenCalledExactlyOnceWith('b');
  });

  it('says when it failed', async () => {
    const failed = vi.fn();
    const deletes = new DelayedDelete(() => Promise.reject(new Error('gone')));
    deletes.begin('a', failed);
    await vi.advanceTimersByTimeAsync(13_000);
    expect(failed).toHaveBeenCalledOnce();
  });
});
