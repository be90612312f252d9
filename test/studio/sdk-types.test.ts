import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, type Product } from '../support/product.ts';

// A host that is written in TypeScript, with the types that are served beside the SDK (docs/studio.md).

let product: Product;
const folder = mkdtempSync(join(tmpdir(), 'test-sdk-types-'));

beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
});

/** What the compiler says of a host's code, as its codes. */
function mistakesOf(code: string): readonly number[] {
  const file = join(folder, 'host.ts');
  writeFileSync(file, code);
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { [`${product.baseUrl}/studio-sdk.js`]: [join(folder, 'studio-sdk.d.ts')] },
  });
  return ts.getPreEmitDiagnostics(program).map((one) => one.code);
}

it('are served as one file, with which a host compiles, and is told of what is wrong in it', async () => {
  const response = await fetch(`${product.baseUrl}/studio-sdk.d.ts`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  writeFileSync(join(folder, 'studio-sdk.d.ts'), await response.text());

  const host = `import { createStudio, StudioCallError, type StudioHandle } from '${product.baseUrl}/studio-sdk.js';
const studio: StudioHandle = createStudio('#studio', { timeout: 5_000 });
studio.on('change', ({ version, valid }) => console.log(version + 1, valid));
export async function save(text: string, baseVersion: number): Promise<readonly string[]> {
  try {
    const { diagnostics } = await studio.setDocument(text, { baseVersion });
    return diagnostics.map(({ message, path = '' }) => message + path);
  } catch (error) {
    if (error instanceof StudioCallError && error.code === 'stale_version') {
      return [error.details.hint ?? '', String(error.details.currentVersion)];
    }
    throw error;
  }
}`;
  expect(mistakesOf(host)).toEqual([]);
  expect(mistakesOf(`${host}\nstudio.setDocument({ title: 'x' });`)).toEqual([2345]);
  expect(mistakesOf(`${host}\nstudio.on('changed', () => {});`)).toEqual([2345]);
});
