// Makes `web/static/studio-sdk.js`, the host's side of a Studio as one small ES module (design 11). With --check it only
// says whether that is out of date (exit 1), which `npm run check` asks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const MOST_BYTES = 3_000;
const file = new URL('../web/static/studio-sdk.js', import.meta.url);

const made = await rolldown({
  input: fileURLToPath(new URL('../web/src/lib/studio/sdk.ts', import.meta.url)),
  logLevel: 'warn',
});
const { output } = await made.generate({ format: 'esm', minify: true, comments: false });
await made.close();
if (output.length !== 1) throw new Error('The SDK must be one file.');
const code = `${output[0].code.trim()}\n`;
const bytes = gzipSync(code).length;
if (bytes > MOST_BYTES) throw new Error(`The SDK has ${bytes} bytes gzip; ${MOST_BYTES} are the limit.`);

if (!existsSync(file) || readFileSync(file, 'utf8') !== code) {
  if (process.argv.includes('--check')) {
    console.error('web/static/studio-sdk.js is out of date. Run: node scripts/studio-sdk.mjs');
    process.exitCode = 1;
  } else {
    writeFileSync(file, code);
    console.log(`studio-sdk.js: ${bytes} bytes gzip`);
  }
}
