import { describe, expect, it } from 'vitest';
import { createAddresses } from '../../../../api/publish/addresses.ts';
import { frameSandbox } from './frame-sandbox.ts';

const HERE = 'http://localhost:4000';
const addresses = (publishOrigin: string) =>
  createAddresses({ baseUrl: HERE, publishOrigin, isolation: 'auto' });
const grants = (url: string, id: string, here = HERE): boolean =>
  frameSandbox(url, id, here).split(' ').includes('allow-same-origin');

describe('the frame of a published app', () => {
  it('is its own origin on its own host', () => {
    expect(grants('http://a-guestbook.localhost:4001/a/guestbook/', 'guestbook')).toBe(true);
    expect(grants('http://h-abcdefghijklmnopqrstuvwxyz.localhost:4001/a/X_1/', 'X_1')).toBe(true);
  });

  it('stays opaque everywhere else', () => {
    expect(grants('http://localhost:4001/a/guestbook/', 'guestbook')).toBe(false);
    expect(grants('http://a-other.localhost:4001/a/guestbook/', 'guestbook')).toBe(false);
    expect(grants('http://a-guestbook/a/guestbook/', 'guestbook')).toBe(false);
    expect(grants('http://h-short.localhost:4001/a/X_1/', 'X_1')).toBe(false);
  });

  it('never shares our origin, whatever the host is called', () => {
    expect(grants('http://a-x.localhost/a/x/', 'x', 'http://a-x.localhost')).toBe(false);
  });

  it.each(['guestbook', 'Upper_Case', 'ends-', 'x'.repeat(64)])('goes to the own host of %s', (id) => {
    expect(grants(addresses('http://localhost:4001').appFrame(id), id)).toBe(true);
  });

  it('goes to the shared host, opaque, where there are no own hosts', () => {
    const url = addresses('https://apps.example').appFrame('guestbook');
    expect(url).toBe('https://apps.example/a/guestbook/');
    expect(grants(url, 'guestbook')).toBe(false);
  });

  it('lets no app navigate the page around it', () => {
    expect(frameSandbox('http://a-x.localhost:4001/a/x/', 'x', HERE)).not.toContain('top-navigation');
  });
});
