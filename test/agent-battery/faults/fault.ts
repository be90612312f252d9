import type { Files } from '../scenario.ts';

/** A way to break an app, and what the agent is told of it. */
export interface Fault {
  readonly name: string;
  /** Beside or in place of those of `SOUND`. */
  readonly files: Files;
  readonly aml?: string;
  /** The code of the problem, and what its message or hint says. */
  readonly code: string;
  readonly told: RegExp;
}

/** An app without a fault; each fault is put into it. */
export const SOUND: Files = {
  'index.html':
    '<!doctype html>\n<html lang="en"><title>Notes</title><link rel="stylesheet" href="./style.css">\n<h1>Notes</h1><ul id="list"></ul>\n<script type="module" src="./app.js"></script></html>',
  'app.js': "import { line } from './line.js';\ndocument.querySelector('#list').append(line('Hello'));\n",
  'line.js':
    "export function line(text) {\n  const item = document.createElement('li');\n  item.textContent = text;\n  return item;\n}\n",
  'style.css': 'h1 { color: teal }\n',
};

/** The page with something put before its end. */
export const pageWith = (html: string): Files => ({
  'index.html': (SOUND['index.html'] ?? '').replace('</html>', `${html}</html>`),
});

/** The app with another script. */
export const scriptOf = (source: string): Files => ({ 'app.js': source });
