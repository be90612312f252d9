import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export const SECRET = 'victim-secret';
/** What the visitor answered to the attacker's form. */
export const EARLIER = 'earlier-answer';
export const BAIT_HOST = 'bait.example.net';
export const SURVEY_HOST = 'survey.example.org';
export const VICTIM_AML = 'model Note {\n  text String\n}\n';

const PAGE = new URL('page/', import.meta.url);

const AS_BROWSERS_TAKE_IT = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
} as const;

/** A script of the folder `page` as browsers take it. */
function script(name: string): string {
  const source = readFileSync(new URL(name, PAGE), 'utf8');
  return ts.transpileModule(source, { compilerOptions: AS_BROWSERS_TAKE_IT }).outputText;
}

function scripts(): Record<string, string> {
  const names = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, '.js'), script(name)]));
}

/** Says what the document's own storage has, to whoever opened or framed it. */
const tells = (file: string): string =>
  `try { (window.opener || window.parent).postMessage('${file} ' + localStorage.secret, '*'); } catch {}`;

export const VICTIM: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html><title>victim page</title><link rel="icon" href="data:,"><h1>victim page</h1><p id="p"></p>
<iframe src="inner.html"></iframe><script type="module" src="victim.js"></script>`,
  'inner.html': '<!doctype html><p>inside</p>',
  'relaxed.html': `<!doctype html><p>${SECRET}</p><script>document.domain = 'localhost'; parent.postMessage('relaxed', '*')</script>`,
  'victim.js': script('victim.ts'),
  'worker.js':
    'indexedDB.databases().then((all) => postMessage(all.map((d) => d.name).join()), () => postMessage(""))',
  'shared.js': `onconnect = ({ ports: [port] }) => port.postMessage('${SECRET}');`,
  'sw.js': 'onmessage = () => {};',
};

const WINDOW = `<!doctype html><title>attacker</title><link rel="icon" href="data:,"><body><h1>An attacker</h1><script type="module" src="in-window.js"></script></body>`;

export const ATTACKER: Readonly<Record<string, string>> = {
  ...scripts(),
  'index.html': WINDOW,
  'popup.html': WINDOW,
  'hijack.html': '<!doctype html><title>hijacked</title>',
  'sw.js': 'onmessage = () => {};',
  'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${tells('evil.svg')}</script></svg>`,
  'evil.xml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${tells('evil.xml').replaceAll('&', '&amp;')}</script></html>`,
  'evil.htm': `<!doctype html><script>${tells('evil.htm')}</script>`,
};

const FORM = { title: 'A form', fields: [{ type: 'text', key: 'answer', label: 'Answer' }] };
/** What every renderer has (spec 4.8). */
const PLACE = '<script id="platform-doc" type="application/json"></script>';
const SURVEY = `<!doctype html><title>survey page</title><link rel="icon" href="data:,"><h1>survey page</h1><p>${SECRET}</p>${PLACE}<script>
try { localStorage.survey = '${SECRET}'; } catch {}
try { document.cookie = 'survey=${SECRET}; path=/'; } catch {}
window.kept = true;
</script>`;

/** The attacker's form, whose page takes its code from the attacker's app, and the victim's, one with a page of ours. */
export const FORMS = (publish: string) =>
  ({
    bait: {
      kind: 'form',
      document: FORM,
      slug: 'bait',
      hosts: [BAIT_HOST],
      renderer: WINDOW.replace('in-window.js', `${publish}/a/attacker/in-window.js`) + PLACE,
    },
    survey: { kind: 'form', document: FORM, slug: 'survey', hosts: [SURVEY_HOST], renderer: SURVEY },
    plain: { kind: 'form', document: FORM, slug: 'plain', hosts: [] },
  }) as const;
