import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

/** Every file that `index.ts` and the emitters load, followed through their imports; type imports load nothing. */
function loaded(...entries: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const open = entries.map((entry) => new URL(entry, import.meta.url).href);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(new URL(file), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'/gm)].map(
      (match) => match[1] ?? '',
    );
    found.set(
      file,
      imports.filter((path) => !path.startsWith('.')),
    );
    open.push(...imports.filter((path) => path.startsWith('.')).map((path) => new URL(path, file).href));
  }
  return found;
}

/** Design 5. */
const MOST_KB = 60;

/** What a browser loads of these files, made small. */
async function bundled(...files: readonly string[]): Promise<string> {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2024',
      minify: true,
      lib: { entry: files.map((file) => root + file), formats: ['es'] },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  return outputs
    .flatMap(({ output }) => output)
    .map((part) => (part.type === 'chunk' ? part.code : ''))
    .join('');
}

describe('the compiler in a browser', () => {
  it('loads nothing but its own files', () => {
    const files = loaded('./index.ts', './format/format.ts', './emit/prisma.ts', './emit/json-schema.ts');
    expect(files.size).toBeGreaterThan(40);
    for (const [file, packages] of files) expect(packages, file).toEqual([]);
  });

  it('loads no editor', () => {
    const files = [...loaded('./index.ts', './format/format.ts').keys()];
    expect(files.filter((file) => file.includes('/editor/'))).toEqual([]);
  });

  it(`takes less than ${MOST_KB} KB, compressed, with the formatter`, async () => {
    const size = gzipSync(await bundled('index.ts', 'format/format.ts')).length / 1024;
    expect(size, `${size.toFixed(1)} KB`).toBeLessThan(MOST_KB);
    // Else something was left out.
    expect(size).toBeGreaterThan(10);
  });
});
