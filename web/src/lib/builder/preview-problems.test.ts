import { describe, expect, it } from 'vitest';
import { checkFinish } from '#lib/agent/finish-check.ts';
import { previewErrors, type PreviewEntry } from '#lib/agent/preview-log.ts';
import { checkDraft } from '#lib/agent/checks/draft.ts';
import { consoleLines, filtered } from './preview-console.ts';
import { shortAddress } from './preview-network.ts';
import { pageFile } from './preview-path.ts';
import { readReport } from './preview-reports.ts';

function entry(given: Partial<PreviewEntry>): PreviewEntry {
  const nothing = { file: null, line: null, col: null, stack: null, revision: 2 };
  return { kind: 'console', level: 'log', message: 'hello', ...nothing, ...given };
}
const thrown = entry({ kind: 'error', level: 'error', message: 'boom', file: 'app.js', line: 3 });
const lost = entry({
  kind: 'resource',
  level: 'error',
  message: '<img> could not load gone.png',
  file: 'gone.png',
});
const entries = [thrown, entry({}), entry({}), thrown, lost, entry({ level: 'warn' }), thrown];

describe('what counts as a problem of the page', () => {
  it('is each error once, and the console has as many lines of them', () => {
    expect(previewErrors(entries)).toEqual([thrown, lost]);
    const lines = consoleLines(entries);
    expect(lines.map(({ level, count }) => `${level} ${count}`)).toEqual([
      'error 3',
      'info 2',
      'error 1',
      'warn 1',
    ]);
    expect(filtered(lines, 'error', '')).toHaveLength(previewErrors(entries).length);
  });

  it('is counted by the agent too, where a file that is not there is one problem with what the checks find', async () => {
    const page = '<!doctype html><html lang="en"><title>x</title><img alt="" src="gone.png"></html>';
    const state = { revision: 2, aml: '', files: new Map([['index.html', page]]) };
    const reading = { revision: 2, loaded: true, painted: true, entries };
    const { problems } = await checkFinish(
      state,
      async (draft) => checkDraft(draft),
      { read: async () => reading },
      new AbortController().signal,
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'missing_file index.html',
      'preview app.js',
    ]);
  });
});

describe('where it was', () => {
  const read = (data: object): unknown => {
    const report = readReport({ source: 'platform-preview', kind: 'error', message: 'boom', ...data }, 2);
    return report?.kind === 'entry' && [report.entry.file, report.entry.line, report.entry.col];
  };

  it('is what the page says, else the first place of the stack within the app', () => {
    expect(read({ file: 'a.js', line: 1, col: 2 })).toEqual(['a.js', 1, 2]);
    const stack =
      'TypeError: x\n    at new Promise (https://cdn.example/x.js:1:1)\n    at go (js/app.js:3:9)';
    expect(read({ stack })).toEqual(['js/app.js', 3, 9]);
    expect(read({ stack: 'go@js/app.js:3:9\n@https://cdn.example/x.js:1:1' })).toEqual(['js/app.js', 3, 9]);
    expect(read({ file: '', stack: 'Error: no\n    at https://cdn.example/x.js:1:1' })).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['', 'index.html'],
    ['about.html?a=b#c', 'about.html'],
    ['docs/', 'docs/index.html'],
    ['notes/3', 'index.html'],
  ])('is the file of the page at "%s" otherwise', (path, file) => {
    expect(pageFile(path)).toBe(file);
  });

  it.each([
    ['http://x.apps.test:1/p/token/12/_data/query', '_data/query'],
    ['http://x.apps.test:1/p/token/12/', 'index.html'],
    ['http://x.apps.test:1/favicon.ico', '/favicon.ico'],
    ['http://y.apps.test:1/favicon.ico', 'http://y.apps.test:1/favicon.ico'],
  ])('shows %s as %s', (url, short) => {
    expect(shortAddress(url, 'http://x.apps.test:1')).toBe(short);
  });
});
