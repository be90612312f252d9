import { answer, call } from '../../../web/src/lib/agent/testing/upstream.ts';
import { READ_CHARACTERS } from '../../../web/src/lib/agent/tools/file-tools.ts';
import type { Scenario } from '../scenario.ts';
import { editPage, OTHER_PAGE, PAGE, write, writePage } from './page.ts';

const LONG = `<!doctype html><html lang="en"><title>Long</title>\n${'<p>line of a long page</p>\n'.repeat(14_000)}</html>`;
const rows = Array.from({ length: 40 }, (_, at) => at);

export const TOOLS: readonly Scenario[] = [
  {
    name: 'arguments-no-json',
    replies: () => [
      answer('', [{ name: 'write_file', args: '{"path": "index.html", "content": "<h1' }]),
      answer('', [writePage()]),
      answer('Done.'),
    ],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['error', 'ok'], requests: 3 },
  },
  {
    name: 'arguments-a-list',
    replies: () => [answer('', [{ name: 'write_file', args: '["index.html"]' }]), answer('I cannot.')],
    expect: { outcome: 'completed', calls: ['error'], requests: 2 },
  },
  {
    name: 'arguments-empty',
    replies: () => [answer('', [{ name: 'list_files', args: '' }]), answer('Nothing there.')],
    expect: { outcome: 'completed', requests: 2 },
  },
  {
    name: 'arguments-of-another-shape',
    replies: () => [answer('', [call('write_file', { file: 'index.html' })]), answer('I cannot.')],
    expect: { outcome: 'completed', calls: ['error'], requests: 2 },
  },
  {
    name: 'words-alone-about-a-broken-app',
    files: {
      'index.html': PAGE.replace('</html>', '<script type="module" src="./gone.js"></script></html>'),
    },
    replies: () => [answer('I fixed it, everything works.')],
    expect: { outcome: 'completed', calls: [], requests: 1, problems: ['missing_file'] },
  },
  {
    name: 'words-alone-about-a-sound-app',
    files: { 'index.html': PAGE },
    replies: () => [answer('It greets.')],
    expect: { outcome: 'completed', calls: [], requests: 1, problems: [] },
  },
  {
    name: 'unknown-tool',
    replies: () => [answer('', [call('run_shell', { cmd: 'ls' }), writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['error', 'ok'], requests: 2 },
  },
  {
    name: 'a-call-behind-the-words',
    replies: () => [answer('First. ', [writePage()]), answer('Then. ', [editPage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': OTHER_PAGE }, calls: ['ok', 'ok'], requests: 3 },
  },
  {
    name: 'results-in-the-order-of-the-calls',
    // The first save takes longest; the results still belong to their calls.
    replies: () => {
      const writes = ['a', 'b', 'c'].map((name) => write(`${name}.txt`, name));
      return [answer('', [writePage(), ...writes]), answer('Done.')];
    },
    beforeSave: () => new Promise((resolve) => setTimeout(resolve, Math.random() * 30)),
    expect: {
      outcome: 'completed',
      files: { 'index.html': PAGE, 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' },
      calls: ['ok', 'ok', 'ok', 'ok'],
      asked: /a\.txt.*b\.txt.*c\.txt/s,
    },
  },
  {
    name: 'a-path-out-of-the-app',
    replies: () => [answer('', [write('../../etc/passwd', 'x'), writePage()]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, requests: 2 },
  },
  {
    name: 'a-very-long-file',
    replies: () => [answer('', [write('index.html', LONG)]), answer('Done.')],
    expect: { outcome: 'completed', files: { 'index.html': LONG }, calls: ['ok'] },
  },
  {
    name: 'a-result-too-large-for-one-answer',
    files: { 'index.html': LONG },
    replies: () => [answer('', [call('read_file', { path: 'index.html' })]), answer('It is long.')],
    expect: { outcome: 'completed', calls: ['ok'], asked: /cut.{1,6}true/ },
  },
  {
    name: 'a-file-too-large-for-the-server',
    replies: () => [
      answer('', [write('index.html', 'x'.repeat(6_000_000))], { writeBytes: 1_000_000 }),
      answer('It is too large.'),
    ],
    protocols: ['anthropic'],
    expect: { outcome: 'failed' },
  },
  {
    name: 'many-calls-at-once',
    replies: () => [
      answer('', [writePage(), ...rows.map((at) => write(`notes/${at}.txt`, String(at)))]),
      answer('Done.'),
    ],
    protocols: ['openai'],
    expect: {
      outcome: 'completed',
      files: { 'index.html': PAGE, ...Object.fromEntries(rows.map((at) => [`notes/${at}.txt`, String(at)])) },
      requests: 2,
    },
  },
  {
    name: 'changed-elsewhere',
    files: { 'index.html': PAGE },
    replies: () => [answer('', [write('index.html', '<p>mine</p>')]), answer('Somebody else was there.')],
    beforeSave: ({ saveElsewhere }) => saveElsewhere({ 'index.html': OTHER_PAGE }),
    expect: { outcome: 'completed', files: { 'index.html': OTHER_PAGE }, calls: ['conflict'], requests: 2 },
  },
  {
    name: 'identical-calls-without-end',
    files: { 'index.html': PAGE },
    replies: () => [answer('', [call('edit_file', { path: 'index.html', find: 'nowhere', replace: 'x' })])],
    expect: {
      outcome: 'failed',
      reason: /5 failed attempts in a row/,
      calls: ['no_match', 'repeated_call', 'repeated_call', 'repeated_call', 'repeated_call'],
      requests: 5,
    },
  },
  {
    name: 'a-b-a-b',
    files: { 'index.html': PAGE },
    replies: () => rows.map((at) => answer('', [write('index.html', at % 2 === 0 ? OTHER_PAGE : PAGE)])),
    expect: {
      outcome: 'failed',
      reason: /made and undone again and again/,
      files: { 'index.html': OTHER_PAGE },
      requests: 3,
    },
  },
  {
    name: 'looking-without-end',
    files: { 'index.html': PAGE },
    replies: () => [answer('', [call('list_files', {})])],
    expect: { outcome: 'failed', reason: /failed attempts in a row/ },
  },
  {
    name: 'every-step-used',
    stepsPerTurn: 3,
    files: { 'index.html': PAGE },
    replies: () => [answer('', [call('list_files', {})])],
    expect: { outcome: 'completed', reason: /all its 3 steps/, requests: 3 },
  },
  {
    name: 'code-in-the-chat-only',
    replies: () => [answer('```html\n<h1>Hi</h1>\n```')],
    expect: { outcome: 'completed', calls: [], requests: 1 },
  },
  {
    name: 'a-script-that-asks-for-a-lost-element',
    files: { 'index.html': PAGE },
    replies: () => [
      answer('', [write('app.js', "document.getElementById('lists');\n")]),
      answer('', [write('index.html', `${PAGE}<ul id="lists"></ul>`)]),
      answer('Done.'),
    ],
    expect: {
      outcome: 'completed',
      files: { 'index.html': `${PAGE}<ul id="lists"></ul>`, 'app.js': "document.getElementById('lists');\n" },
      calls: ['ok', 'ok'],
      asked: /no_such_id/,
    },
  },
];

if (LONG.length < READ_CHARACTERS) throw new Error('The long page is not long.');
