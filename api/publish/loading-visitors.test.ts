import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemorySites } from '../../test/support/memory-sites.ts';
import type { Exchange } from './exchange.ts';
import { LoadingVisitors } from './loading-visitors.ts';
import type { Site } from './site.ts';

const here = (): string => '::1';
const sites = new MemorySites();

async function version(): Promise<Site> {
  sites.publish('one', { 'index.html': '' });
  const site = await sites.app('one');
  if (site === null || site === 'gone') throw new Error('The app is there.');
  return site;
}

function request(headers: Readonly<Record<string, string>>): Exchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = 'GET';
  incoming.headers = { 'user-agent': 'browser', ...headers };
  return { request: incoming, response: new ServerResponse(incoming) };
}

const opens = request({ 'sec-fetch-dest': 'document' });
const loads = request({ 'sec-fetch-dest': 'style' });

describe('the version that a request belongs to', () => {
  it('is that of the page, for the same visitor of the same app, until a page is opened anew', async () => {
    const visitors = new LoadingVisitors();
    const [one, two] = [await version(), await version()];
    expect(visitors.versionFor(loads, here, 'a-one', two)).toBe(two);
    expect(visitors.versionFor(opens, here, 'a-one', one)).toBe(one);
    expect(visitors.versionFor(loads, here, 'a-one', two)).toBe(one);
    expect(visitors.versionFor(loads, () => '::2', 'a-one', two)).toBe(two);
    expect(visitors.versionFor(loads, here, 'a-two', two)).toBe(two);
    expect(visitors.versionFor(request({}), here, 'a-one', two)).toBe(two);
    const other = request({ 'sec-fetch-dest': 'style', 'user-agent': 'other' });
    expect(visitors.versionFor(other, here, 'a-one', two)).toBe(two);
    expect(visitors.versionFor(opens, here, 'a-one', two)).toBe(two);
    expect(visitors.versionFor(loads, here, 'a-one', two)).toBe(two);
  });

  it('is the current one when the time of loading is over', async () => {
    const visitors = new LoadingVisitors(30);
    const [one, two] = [await version(), await version()];
    visitors.versionFor(opens, here, 'a-one', one);
    await setTimeout(60);
    expect(visitors.versionFor(loads, here, 'a-one', two)).toBe(two);
  });
});
