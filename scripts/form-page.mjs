// Makes `page.generated.js` of a form's page: its script as one small file, and its style sheet, so that the page stands
// alone in one HTML file. With --check it only says whether that is out of date (exit 1), which `npm run check` asks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import { rolldown } from 'rolldown';

const folder = new URL('../api/content/form/page/', import.meta.url);
const file = new URL('page.generated.js', folder);

const bundle = await rolldown({
  input: fileURLToPath(new URL('client/main.ts', folder)),
  logLevel: 'warn',
  // A module is there for what is taken from it; the parser that a neighbour uses is not.
  treeshake: { moduleSideEffects: false },
});
const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
await bundle.close();
const [script] = output;
if (output.length !== 1) throw new Error('The script of the page must be one file.');
if (/<\/script|<!--/i.test(script.code)) throw new Error('The script of the page would end its element.');
const css = readFileSync(new URL('page.css', folder));
const style = transform({ filename: 'page.css', code: css, minify: true }).code.toString();
if (/<\/style|<!--/i.test(style)) throw new Error('The style sheet of the page would end its element.');

const text = `// Made by scripts/form-page.mjs from client/ and page.css; do not edit.
export const SCRIPT = ${JSON.stringify(script.code.trim())};
export const STYLE = ${JSON.stringify(style)};
`;
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    console.error('The script of the form page is out of date. Run: node scripts/form-page.mjs');
    process.exit(1);
  }
  writeFileSync(file, text);
}
