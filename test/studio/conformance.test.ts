import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { freePorts } from '../support/free-ports.ts';
import { startProduct, type Product } from '../support/product.ts';
import type { Report } from './conformance/report.ts';
import { RULES } from './conformance/rules/all.ts';
import { runConformance } from './conformance/run.ts';
import { FLAWS, type FlawName } from './conformance/small-studio/flaws.ts';
import { startSmallStudioSite, type SmallStudioSite } from './conformance/small-studio/site.ts';
import { EXPECTED } from './conformance/small-studio/expected.ts';

const MAIN = fileURLToPath(new URL('conformance/main.ts', import.meta.url));
/** Long, for the machine may be busy: only a rule that fails waits so long. */
const PATIENCE = { answer: 4_000, silence: 60 };

let browser: Browser;
let product: Product;
let small: SmallStudioSite;
let port = 0;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  [product, small, browser] = await Promise.all([
    startProduct({ EMBED_ORIGINS: `http://localhost:${port}` }),
    startSmallStudioSite(),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([product.stop(), small.close()]);
});

/** Runs the command as a person does. */
async function command(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: process.env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

it('each rule has an id of its own and quotes a sentence', () => {
  expect(RULES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { quote } of RULES) {
    expect(quote.from).toMatch(/^(?:spec \d(?:\.\d)?|design 11|docs\/studio\.md)$/);
    expect(quote.text.length).toBeGreaterThan(5);
  }
});

describe('the Studio', () => {
  it.each([
    { kind: 'form', skips: /^(?:S2\.4-slides|D11-invoke-slides)/ },
    { kind: 'slides', skips: /^(?:S2\.4-form|D11-invoke-form|D11-submit)/ },
  ])('of a $kind keeps every rule', { timeout: 400_000 }, async ({ kind, skips }) => {
    const outcomes = await runConformance(`${product.baseUrl}/embed/${kind}`, { port, browser });
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped').map(({ rule }) => rule);
    expect(skipped).toEqual(RULES.map(({ id }) => id).filter((id) => skips.test(id)));
    expect(outcomes).toHaveLength(RULES.length);
  });
});

describe('the runner', () => {
  const names = Object.keys(FLAWS) as readonly FlawName[];
  const isLong = process.env['CONFORMANCE'] === 'all';

  /** All rules in a long run; else those that fail, and some that must not, others for each flaw. */
  function rulesFor(flaw: FlawName): readonly string[] {
    const step = names.indexOf(flaw);
    const ids = RULES.map(({ id }) => id);
    return isLong
      ? ids
      : ids.filter((id, index) => EXPECTED[flaw]?.includes(id) || index % names.length === step);
  }

  it('finds nothing in a Studio of another make that keeps the rules', { timeout: 240_000 }, async () => {
    const rules = isLong ? [] : Object.values(EXPECTED).flat();
    const outcomes = await runConformance(small.address(), { rules, browser });
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  });

  it.each(names)('finds what is wrong in one that %s', { timeout: 240_000 }, async (flaw) => {
    const outcomes = await runConformance(small.address(flaw), {
      rules: rulesFor(flaw),
      patience: PATIENCE,
      browser,
    });
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule);
    expect(failed).toEqual(EXPECTED[flaw]);
  });
});

describe('the command', { timeout: 240_000 }, () => {
  const url = (): string => `${product.baseUrl}/embed/form`;

  it('says how each rule went, writes a report, and ends with 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'test-conformance-'));
    const file = join(folder, 'report.json');
    const rules = ['--rule', 'S4.8-getState', '--rule', 'S2.4-slides-one'];
    const { code, out, err } = await command(url(), '--port', String(port), ...rules, '--json', file);
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    rmSync(folder, { recursive: true });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^pass {2}S4\.8-getState {2}\(\d+ ms\)$/m);
    expect(out).toMatch(/^skip {2}S2\.4-slides-one .*vertical form$/m);
    expect(out).toMatch(/embed\/form: 1 passed, 0 failed, 1 skipped, in [\d.]+ s/);
    expect(report).toMatchObject({ url: url(), passed: 1, failed: 0, skipped: 1 });
    const quote =
      '`{ version, document, valid, schema, currentSchemaVersion, rendererSchemaVersion, docSchemaVersion }`';
    expect(report.rules[0]).toEqual({
      rule: 'S4.8-getState',
      from: 'spec 4.8',
      quote,
      outcome: 'passed',
      detail: '',
      ms: expect.any(Number),
    });
  });

  it('ends with 1 when a rule fails, with what was seen instead', async () => {
    const address = small.address('rewrites-text');
    const { code, out, err } = await command(address, '--rule', 'S4.8-getDocument', '--json', '-');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^FAIL {2}S4\.8-getDocument .*\n +spec 4\.8: “current document text”\n +the text, white space/m,
    );
    expect(JSON.parse(out)).toMatchObject({ failed: 1, rules: [{ outcome: 'failed' }] });
  });

  it('ends with 2 and one sentence when it cannot run', async () => {
    const silent = createServer((_request, response) =>
      response.end('<!doctype html><title>No Studio</title>'),
    );
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const noStudio = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    const [free = 0] = await freePorts(1);
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /Give the address of one Studio page/],
      [['nonsense'], /"nonsense" is no address of a page/],
      [[url(), '--wat'], /--wat/],
      [[url(), '--rule', 'S0'], /There is no rule S0/],
      [[url(), '--port', 'x'], /"x" is no port/],
      [[`http://127.0.0.1:${free}/embed/form`], /could not be loaded: .*ECONNREFUSED/],
      [[`${product.baseUrl}/embed/none`], /could not be loaded: it is answered with status 404/],
      [[noStudio, '--rule', 'D11-start'], /does not answer a host of the origin http:\/\/localhost:\d+/],
      // Another port than the Studio was told of.
      [
        [url(), '--rule', 'D11-start'],
        /frame-ancestors .*set EMBED_ORIGINS=http:\/\/localhost:\d+ there, and give this runner the same port/,
      ],
    ];
    const ends = await Promise.all(cases.map(([args]) => command(...args)));
    silent.close();
    ends.forEach(({ code, out, err }, index) => {
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(cases[index]?.[1] ?? /never/);
      expect(err.trim().split('\n')).toHaveLength(1);
    });
  });

  it('lists its rules', async () => {
    const { code, out } = await command('--help');
    expect(code).toBe(0);
    for (const { id } of RULES) expect(out).toContain(id);
  });
});
