import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'aml-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await main(args, {
    readInput: () => Promise.resolve(input),
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

const good = file('good.aml', 'model Task { title String @db.Text }');
const bad = file('bad.aml', 'model Task {\n  title Strng\n}');

describe('aml check', () => {
  it('prints FILE:LINE:COL severity code message, and fails with errors', async () => {
    const { code, out } = await run(['check', good, bad]);
    expect(code).toBe(1);
    expect(out.split('\n')[0]).toMatch(`${good}:1:27 warning attribute_ignored `);
    expect(out.split('\n')[1]).toBe(
      `${bad}:2:9 error unknown_type There is no type \`Strng\`. Did you mean \`String\`?`,
    );
  });

  it('is content with warnings', async () => expect((await run(['check', good])).code).toBe(0));

  it('prints JSON for tools', async () => {
    const { code, out } = await run(['check', '--json', '-', good], 'model Task { title Strng }');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { file: '-', ok: false, diagnostics: [{ code: 'unknown_type', line: 1, col: 20, severity: 'error' }] },
      { file: good, ok: true, diagnostics: [{ code: 'attribute_ignored' }] },
    ]);
  });

  it.each([
    [[]],
    [['check']],
    [['frobnicate', 'x']],
    [['check', '--nope']],
    [['check', join(folder, 'absent')]],
  ])('says how to use it for %j', async (args) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: aml check');
  });

  it('runs as a program, with standard input', () => {
    const out = execFileSync(
      process.execPath,
      [new URL('cli.ts', import.meta.url).pathname, 'check', '--json', '-'],
      {
        input: 'model Task { title String }',
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(out)).toEqual([{ file: '-', ok: true, diagnostics: [] }]);
  });
});
