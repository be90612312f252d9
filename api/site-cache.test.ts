import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEachDatabase } from '../test/support/databases.ts';
import type { DataPlane } from './data/contract.ts';
import { createDataPlane } from './data/plane.ts';
import type { Site } from './publish/site.ts';
import { createSiteCache, type SiteCache } from './site-cache.ts';

describeEachDatabase('kept sites', (db) => {
  let here: DataPlane;
  /** Another process on the same database. */
  let elsewhere: DataPlane;
  let cache: SiteCache;
  let stored: Site | 'gone' | null = null;
  let reads = 0;
  let pause: Promise<void> = Promise.resolve();

  const readBlob = async (): Promise<string> => '';
  const replacedFiles = async (): Promise<null> => null;
  const version = (aml: string): Site => ({
    spaceId: 'app',
    name: 'App',
    version: 1,
    aml,
    files: new Map(),
    readBlob,
    replacedFiles,
  });

  beforeAll(() => {
    here = createDataPlane({ db: db() });
    elsewhere = createDataPlane({ db: db() });
  });
  afterAll(() => Promise.all([here.close(), elsewhere.close()]));
  beforeEach(() => {
    reads = 0;
    pause = Promise.resolve();
    cache = createSiteCache(here, async () => {
      reads += 1;
      const found = stored;
      await pause;
      return found;
    });
  });

  it('are read once, and again as soon as their app changed', async () => {
    stored = version('one');
    expect(await Promise.all([cache.get('app'), cache.get('app')])).toEqual([stored, stored]);
    expect(await cache.get('app')).toBe(stored);
    expect(reads).toBe(1);
    stored = 'gone';
    await here.forget('other');
    expect(await cache.get('app')).toEqual(version('one'));
    await here.forget('app');
    expect(await cache.get('app')).toBe('gone');
  });

  it('are never kept when the app is not there', async () => {
    for (const absent of [null, 'gone'] as const) {
      stored = absent;
      await cache.get('app');
      await cache.get('app');
    }
    expect(reads).toBe(4);
  });

  it('are not kept from a read that a change overtook', async () => {
    stored = version('old');
    let go = (): void => {};
    pause = new Promise((resolve) => (go = resolve));
    const overtaken = cache.get('app');
    await expect.poll(() => reads).toBe(1);
    stored = version('new');
    await here.forget('app');
    go();
    expect(await overtaken).toEqual(version('old'));
    expect(await cache.get('app')).toEqual(version('new'));
  });

  it('follow changes of other processes', async () => {
    if (db().mode === 'embedded') return;
    stored = version('one');
    await cache.get('app');
    stored = 'gone';
    await elsewhere.forget('app');
    for (let turn = 0; turn < 100 && (await cache.get('app')) !== 'gone'; turn += 1) await sleep(10);
    expect(await cache.get('app')).toBe('gone');
  });
});
