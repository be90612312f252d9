import { describe, expect, it } from 'vitest';
import { checkDraft, problemsOf } from './draft.ts';

const page = (head: string, body = '<h1>Hi</h1>') =>
  `<!doctype html>\n<html lang="en">\n<head>\n<title>Hi</title>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

const check = (files: Record<string, string>, aml = '') =>
  checkDraft({ files: new Map(Object.entries(files)), aml });

const codes = (files: Record<string, string>, aml = '') =>
  check(files, aml).map(({ path, line, severity, code }) => `${severity} ${code} ${path}:${line}`);

describe('checkDraft', () => {
  it('finds nothing in a good app', () => {
    const files = {
      'index.html': page(
        '<link rel="stylesheet" href="./style.css">\n<script type="importmap">{"imports":{"lit":"https://esm.sh/lit@3","x/":"https://esm.sh/x/"}}</script>\n<script type="module" src="app.js?v=2"></script>',
        '<p>One<p>Two<ul><li>a<li>b</ul><br><img src="img/a b.png" alt=""><a href="/elsewhere">x</a>',
      ),
      'style.css': '/* } */ a { color: red; background: url("img/a%20b.png") } b::before { content: "}" }',
      'app.js':
        'import { html } from "lit";\nimport "x/y.js";\nimport { list, more as m } from "./lib/list.js";\nimport data from "./lib/list.js";\nconst later = () => import("./lib/list.js");\n',
      'lib/list.js': 'export const list = [], { more } = {};\nexport default class {}\n',
      'img/a b.png': 'data:image/png;base64,AAAA',
      'data.json': '{"a": [1]}',
    };
    expect(check(files)).toEqual([]);
  });

  it('is silent about an empty draft, and says when there is no page', () => {
    expect(check({})).toEqual([]);
    expect(codes({ 'app.js': '' })).toEqual(['error no_index index.html:1']);
  });

  it.each<[string, Record<string, string>, string]>([
    ['script syntax', { 'a.js': 'let a = 1;\nlet b = (;\n' }, 'error syntax a.js:2'],
    [
      'inline script syntax',
      { 'index.html': page('<script type="module">\nlet a = ;\n</script>') },
      'error syntax index.html:6',
    ],
    [
      'a lost script',
      { 'index.html': page('<script type="module" src="./app.js"></script>') },
      'warning missing_file index.html:5',
    ],
    ['a lost import', { 'a.js': 'import "./b.js";' }, 'warning missing_file a.js:1'],
    [
      'a lost image of a style sheet',
      { 'a.css': '\na { background: url(b.png) }' },
      'warning missing_file a.css:2',
    ],
    [
      'a path from the root',
      { 'index.html': page('<script type="module" src="/app.js"></script>'), 'app.js': '' },
      'error absolute_path index.html:5',
    ],
    ['a bare import', { 'a.js': 'import "lit";' }, 'error bare_import a.js:1'],
    [
      'an export that is not there',
      { 'a.js': 'import { b } from "./b.js";', 'b.js': 'export const c = 1;' },
      'error no_such_export a.js:1',
    ],
    [
      'a module loaded as classic script',
      { 'index.html': page('<script src="a.js"></script>'), 'a.js': 'import "./b.js";', 'b.js': '' },
      'error not_a_module index.html:5',
    ],
    [
      'a broken import map',
      { 'index.html': page('<script type="importmap">{"imports": {}</script>') },
      'error json index.html:5',
    ],
    ['broken JSON', { 'd.json': '{\n  "a": 1,\n}' }, 'error json d.json:3'],
    ['a lost brace', { 'a.css': 'a { color: red\nb { color: blue }' }, 'error css_brace a.css:1'],
    ['a brace too many', { 'a.css': 'a { }\n}' }, 'error css_brace a.css:2'],
    [
      'an unclosed script',
      { 'index.html': '<!doctype html><title>x</title>\n<script>let a = 1;' },
      'error unclosed_tag index.html:2',
    ],
    [
      'an unclosed section',
      { 'index.html': page('', '<section>\n<p>a</p>') },
      'warning unclosed_tag index.html:8',
    ],
  ])('finds %s', (_name, files, expected) => {
    expect(codes({ 'index.html': page(''), ...files })).toContain(expected);
  });

  it('says what to do about TypeScript and JSX', () => {
    expect(check({ 'index.html': page(''), 'a.js': 'const a: string = "x";' })[0]?.hint).toContain(
      'TypeScript',
    );
    expect(check({ 'index.html': page(''), 'a.js': 'const a = <Button />;' })[0]?.hint).toContain('JSX');
  });

  it.each(['.env', 'config/.env.local'])('remarks that everybody can read %s', (path) => {
    const found = check({ 'index.html': page(''), [path]: 'KEY=1' });
    expect(found).toMatchObject([{ path, severity: 'warning', code: 'public_file' }]);
    expect(check({ 'index.html': page(''), '.well-known/env.txt': '' })).toEqual([]);
  });

  it('passes on what the compiler of the data model says', () => {
    const [problem] = check({}, 'model Task {\n  title Strnig\n}');
    expect(problem).toMatchObject({ path: 'model.aml', line: 2, severity: 'error' });
    expect(check({}, 'model Task {\n  title String\n}')).toEqual([]);
  });

  it('gives a write the problems that concern it', () => {
    const all = check({ 'index.html': page('<script src="./app.js"></script>'), 'other.js': 'let (' });
    expect(problemsOf(all, 'app.js').map(({ code }) => code)).toEqual(['missing_file']);
    expect(problemsOf(all, 'other.js').map(({ code }) => code)).toEqual(['syntax']);
  });
});
