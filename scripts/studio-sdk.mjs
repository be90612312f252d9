// Makes `web/static/studio-sdk.js`, the host's side of a Studio as one small ES module (design 11), and its types beside it
// as `studio-sdk.d.ts`. With --check it only says whether one is out of date (exit 1), which `npm run check` asks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { bundledTypes } from './lib/studio-types.mjs';

const MOST_BYTES = 3_000;
const source = fileURLToPath(new URL('../web/src/lib/studio/sdk.ts', import.meta.url));
const config = fileURLToPath(new URL('../tsconfig.json', import.meta.url));

const made = await rolldown({
  input: source,
  logLevel: 'warn',
});
const { output } = await made.generate({ format: 'esm', minify: true, comments: false });
await made.close();
if (output.length !== 1) throw new Error('The SDK must be one file.');
const code = `${output[0].code.trim()}\n`;
const bytes = gzipSync(code).length;
if (bytes > MOST_BYTES) throw new Error(`The SDK has ${bytes} bytes gzip; ${MOST_BYTES} are the limit.`);

const types = `// Types of /studio-sdk.js, the host's side of a Studio.\n\n${bundledTypes(source, config)}`;

write('studio-sdk.js', code, `${bytes} bytes gzip`);
write('studio-sdk.d.ts', types, 'types');

function write(name, text, what) {
  const file = new URL(`../web/static/${name}`, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    console.error(`web/static/${name} is out of date. Run: node scripts/studio-sdk.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`${name}: ${what}`);
  }
}
