import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('names devices by what their browsers say', () => {
  const names = [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
    'curl/8.0',
    '',
  ].map(deviceName);
  expect(names).toEqual([
    'Chrome, Linux',
    'Edge, Windows',
    'Safari, iPhone',
    'Firefox, Android',
    'curl',
    null,
  ]);
});
