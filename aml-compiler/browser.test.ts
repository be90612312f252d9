import { readFileSync } from 'node:fs';
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

describe('the compiler in a browser', () => {
  it('loads nothing but its own files', () => {
    const files = loaded('./index.ts', './emit/prisma.ts', './emit/json-schema.ts');
    expect(files.size).toBeGreaterThan(40);
    for (const [file, packages] of files) expect(packages, file).toEqual([]);
  });
});
