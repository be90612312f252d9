// Makes `page.generated.js` of each kind's page: its script as one small file, and its style sheet, so that the page
// stands alone in one HTML file. With --check it only says which are out of date (exit 1), which `npm run check` asks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import { rolldown } from 'rolldown';

const KINDS = ['form', 'slides'];
const isCheck = process.argv.includes('--check');

for (const kind of KINDS) {
  const folder = new URL(`../api/content/${kind}/page/`, import.meta.url);
  const file = new URL('page.generated.js', folder);
  const text = `// Made by scripts/content-pages.mjs from client/ and page.css; do not edit.
export const SCRIPT = ${JSON.stringify(await bundle(folder))};
export const STYLE = ${JSON.stringify(minify(folder))};
`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) {
    console.error(
      `The script or style sheet of the page of ${kind} is out of date. Run: node scripts/content-pages.mjs`,
    );
    process.exitCode = 1;
  } else writeFileSync(file, text);
}

async function bundle(folder) {
  const made = await rolldown({
    input: fileURLToPath(new URL('client/main.ts', folder)),
    logLevel: 'warn',
    // A module is there for what is taken from it; the parser that a neighbour uses is not.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await made.generate({ format: 'iife', minify: true, comments: false });
  await made.close();
  const [script] = output;
  if (output.length !== 1) throw new Error('The script of a page must be one file.');
  if (/<\/script|<!--/i.test(script.code)) throw new Error('The script of a page would end its element.');
  return script.code.trim();
}

function minify(folder) {
  const code = readFileSync(new URL('page.css', folder));
  const style = transform({ filename: 'page.css', code, minify: true }).code.toString();
  if (/<\/style|<!--/i.test(style)) throw new Error('The style sheet of a page would end its element.');
  return style;
}
