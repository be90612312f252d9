import { expect, it } from 'vitest';
import { createAddresses } from './addresses.ts';

const config = {
  baseUrl: 'http://localhost:4000',
  publishOrigin: 'http://localhost:4001',
  isolation: 'auto',
} as const;

it('frames an app on its own host, and its public address stays on the shared one', () => {
  const addresses = createAddresses(config);
  expect(addresses.app('notes')).toBe('http://localhost:4001/a/notes/');
  expect(addresses.appFrame('notes')).toBe('http://a-notes.localhost:4001/a/notes/');
  expect(addresses.appFrame('Notes')).toMatch(/^http:\/\/h-[a-z2-7]{26}\.localhost:4001\/a\/Notes\/$/);
  expect(addresses.draft('token', 3)).toBe('http://localhost:4001/p/token/3/');
});

it('has hosts for the pages of Studios where there are sub-hosts', () => {
  expect(createAddresses(config).studioFrame).toBe('http://s-*.localhost:4001/_studio/frame');
  const shared = createAddresses({ ...config, publishOrigin: 'https://pub.example' });
  expect(shared.studioFrame).toBe('https://pub.example/_studio/frame');
});

it('frames it on the shared host where there are no others', () => {
  const addresses = createAddresses({ ...config, publishOrigin: 'https://pub.example' });
  expect(addresses.appFrame('notes')).toBe('https://pub.example/a/notes/');
});
