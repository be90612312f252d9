import { chromium, type Browser } from 'playwright-core';

/**
 * A fresh Chromium that talks to nobody but the test.
 * @param args more arguments
 */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...args],
  });
}
