import { describe, expect, it } from 'vitest';
import { SiteBodies, pageKey } from './site-bodies.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('bodies', () => {
  it('are read once for all who ask together, and again after a failure', async () => {
    const bodies = new SiteBodies();
    let reads = 0;
    const read = async (): Promise<string> => {
      reads += 1;
      await pause(5);
      if (reads === 1) throw new Error('database away');
      return 'text';
    };
    const first = await Promise.allSettled([bodies.plain('h', read), bodies.plain('h', read)]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = await Promise.all([bodies.plain('h', read), bodies.plain('h', read)]);
    expect(second.map(({ bytes }) => bytes.toString())).toEqual(['text', 'text']);
    expect(reads).toBe(2);
  });

  it('arrive also when the cache is too small for those on their way', async () => {
    const bodies = new SiteBodies(2_000);
    const read = async (hash: string): Promise<string> => {
      await pause(hash.charCodeAt(0) % 7);
      return hash.repeat(500);
    };
    const hashes = [...'abcdefghijklmnopqrstuvwxyz'];
    const all = await Promise.all(hashes.map((hash) => bodies.plain(hash, read)));
    expect(all.map(({ bytes }) => bytes.toString())).toEqual(hashes.map((hash) => hash.repeat(500)));
    const huge = await bodies.plain('z', async () => 'z'.repeat(50_000));
    expect(huge.bytes.length === 50_000 || huge.bytes.length === 500).toBe(true);
  });

  it('of pages are told apart by content, app and place', () => {
    const keys = [
      pageKey('h', { appId: 'a', basePath: '/a/a/' }),
      pageKey('i', { appId: 'a', basePath: '/a/a/' }),
      pageKey('h', { appId: 'b', basePath: '/a/b/' }),
      pageKey('h', { appId: 'a', basePath: '/p/t/1/', reportTo: 'http://localhost:4000' }),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
