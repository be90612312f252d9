import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
const executablePath = (): string => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * A fresh Chromium that talks to nobody but the test.
 * @param args more arguments
 */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath(), args: [...ARGS, ...args] });
}

/**
 * Such a Chromium of a person who has set something in its preferences.
 * @param preferences as Chromium writes them in a profile
 */
export async function launchWithPreferences(preferences: object): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'test-profile-'));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executablePath(),
    args: ARGS,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.on('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
