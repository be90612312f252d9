import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './paths.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * A Chromium for the browser tests: one that is there, else Playwright's, else the distribution's package.
 * @throws one clear sentence when there is none to be had
 */
export async function prepareBrowser() {
  const found =
    findInstalled() ?? (await findPlaywrights()) ?? (await downloadPlaywrights()) ?? installPackage();
  if (found) return found;
  throw new Error(
    'The tests need a Chromium, Chrome or Edge and found none, nor could one be installed. ' +
      'Install one, or set CHROMIUM_PATH to its program.',
  );
}

function findInstalled() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...ELSEWHERE].find((path) => existsSync(path));
}

async function findPlaywrights() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

async function downloadPlaywrights() {
  console.log('No browser found; trying Playwright’s …');
  const cli = join(ROOT, 'node_modules', 'playwright-core', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 300_000,
  });
  return status === 0 ? findPlaywrights() : undefined;
}

function installPackage() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Trying the distribution’s package …');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
  }
  return findInstalled();
}
