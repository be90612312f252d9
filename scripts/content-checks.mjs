// Compiles the JSON Schema of each content kind to `check.generated.js` beside it: pages of ours may not make code at
// run time (their policy has no unsafe-eval), and the compiled check is a tenth of the compiler. With --check it only
// says whether a file is out of date (exit 1), which `npm run check` asks.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';

const content = new URL('../api/content/', import.meta.url);
const LENGTH = 'require("ajv/dist/runtime/ucs2length").default';
const kinds = readdirSync(content, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/schema.ts`, content)))
  .map((entry) => entry.name);
let late = false;
for (const kind of kinds) {
  const { SCHEMA } = await import(new URL(`${kind}/schema.ts`, content).href);
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true },
  });
  const code = standaloneCode
    .default(ajv, ajv.compile(SCHEMA))
    .replaceAll(LENGTH, '(text) => [...text].length')
    .replace('"use strict";', '')
    .replace(/export default (\w+);/, '')
    .replace('export const validate =', 'export const check =');
  if (code.includes('require('))
    throw new Error(`The compiled check of ${kind} needs a module of the compiler.`);
  const file = new URL(`${kind}/check.generated.js`, content);
  const text = `// Made by scripts/content-checks.mjs from schema.ts; do not edit.\n${code}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) late = true;
  else writeFileSync(file, text);
}
if (late) {
  console.error('A compiled content schema is out of date. Run: node scripts/content-checks.mjs');
  process.exit(1);
}
