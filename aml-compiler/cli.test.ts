import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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
    [['check', '--out', 'x', good]],
    [['fmt']],
    [['emit', good]],
    [['emit', '--out', folder]],
    [['emit', '--out', folder, '--as', 'root', good]],
    [['diff', good]],
    [['constructor', good]],
  ])('says how to use it for %j', async (args) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Usage: aml check');
  });

  it('runs as a program on the Node that the machine has, in the folder where it is called', () => {
    const program = (args: readonly string[], input: string) => {
      const { status, stdout, stderr } = spawnSync(
        systemNode(),
        [new URL('aml.mjs', import.meta.url).pathname, ...args],
        { cwd: folder, input, encoding: 'utf8' },
      );
      return { status, stdout, stderr };
    };
    const { status, stdout } = program(['check', '--json', '-', 'bad.aml'], 'model Task { title String }');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { file: '-', ok: true, diagnostics: [] },
      { file: 'bad.aml', ok: false },
    ]);
    expect(program(['fmt', '-'], 'model A{b Int}')).toEqual({
      status: 0,
      stdout: 'model A {\n  b Int\n}\n',
      stderr: '',
    });
    expect(program(['check', 'absent.aml'], '')).toMatchObject({ status: 2, stdout: '' });
  });
});

/** The first `node` on the PATH that is not the project's own; the project's own when there is none. */
function systemNode(): string {
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'));
  return places.map((path) => join(path, 'node')).find((path) => existsSync(path)) ?? process.execPath;
}

describe('aml fmt', () => {
  const untidy = 'model Task{title String}';
  const tidy = 'model Task {\n  title String\n}\n';

  it('writes files in place and names those that changed', async () => {
    const path = file('untidy.aml', untidy);
    expect(await run(['fmt', '--check', path])).toMatchObject({ code: 1, out: `${path}\n` });
    expect(readFileSync(path, 'utf8')).toBe(untidy);
    expect(await run(['fmt', path])).toMatchObject({ code: 0, out: `${path}\n` });
    expect(readFileSync(path, 'utf8')).toBe(tidy);
    expect(await run(['fmt', path])).toMatchObject({ code: 0, out: '' });
    expect(await run(['fmt', '--check', path])).toMatchObject({ code: 0, out: '' });
  });

  it('goes from standard input to standard output', async () => {
    expect(await run(['fmt', '-'], untidy)).toMatchObject({ code: 0, out: tidy });
    expect(await run(['fmt', '--check', '-'], untidy)).toMatchObject({ code: 1, out: '-\n' });
  });

  it('says what it cannot read, and leaves the file as it is', async () => {
    const path = file('broken.aml', 'model Task {\n  a: Int\n}');
    const { code, err } = await run(['fmt', path]);
    expect(code).toBe(1);
    expect(err).toContain(`${path}:2:4 error unexpected_text`);
    expect(readFileSync(path, 'utf8')).toBe('model Task {\n  a: Int\n}');
  });
});

describe('aml diff', () => {
  const old = file('old.aml', 'model Task {\n  title String\n  note String?\n}');

  it('says what becomes of the data, with and without rows in the way', async () => {
    const path = file('new.aml', 'model Task {\n  headline String @unique @was("title")\n  due DateTime\n}');
    const { code, out } = await run(['diff', old, path]);
    expect(code).toBe(0);
    expect(out).toContain('free     Task.title is now called headline; its values stay.\n');
    expect(out).toContain('free     Adds the field Task.due.\n');
    expect(out).toContain('parked   Task.note is no longer shown.');
    expect(out).toMatch(/Where rows are in the way.*refused {2}Task\.due is required but has no default/s);
    const plans = JSON.parse((await run(['diff', '--json', old, path])).out) as Record<string, unknown>;
    expect(plans).toMatchObject({
      withoutRows: { changes: expect.arrayContaining([expect.objectContaining({ change: 'rename_field' })]) },
      withRows: { changes: expect.arrayContaining([expect.objectContaining({ class: 'refused', rows: 4 })]) },
    });
    expect(JSON.stringify(plans)).toContain('CREATE UNIQUE INDEX');
  });

  it('names no row where none can be in the way', async () => {
    const text = file('text.aml', 'model Task { title String note Json? }');
    expect((await run(['diff', old, text])).out).not.toContain('refused');
  });

  it('is quiet without a change, and fails with errors in either file', async () => {
    expect(await run(['diff', old, '-'], 'model Task { title String note String? }')).toMatchObject({
      code: 0,
      out: 'No change.\n',
    });
    expect(await run(['diff', old, bad])).toMatchObject({ code: 1, out: '' });
    expect((await run(['diff', bad, old])).err).toContain('unknown_type');
  });
});

describe('aml emit', () => {
  it('writes everything into a folder and names the files', async () => {
    const out = join(folder, 'emitted', 'deep');
    const result = await run(['emit', '--out', out, good]);
    expect(result.code).toBe(0);
    expect(result.err).toContain('attribute_ignored');
    const written = readdirSync(out).map((name) => join(out, name));
    expect(result.out.trim().split('\n').toSorted()).toEqual(written.toSorted());
    expect(readFileSync(join(out, 'schema.sql'), 'utf8')).toContain('CREATE TABLE "good"."task"');
  });

  it('shows the rights of the one who is named', async () => {
    const sdl = async (as: string): Promise<string> => {
      await run(['emit', '--as', as, '--out', join(folder, as), good]);
      return readFileSync(join(folder, as, 'schema.graphql'), 'utf8');
    };
    expect(await sdl('owner')).toContain('deleteTask(');
    expect(await sdl('anyone')).not.toContain('deleteTask(');
  });

  it('writes nothing for a model with errors or without models', async () => {
    const out = join(folder, 'nothing');
    expect(await run(['emit', '--out', out, bad])).toMatchObject({ code: 1, out: '' });
    expect((await run(['emit', '--out', out, '-'], '')).err).toContain('nothing to emit');
    expect(existsSync(out)).toBe(false);
  });
});
