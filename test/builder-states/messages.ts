/** Messages of a conversation as they are stored (web/src/lib/agent/message.ts). */

const TURN = {
  reason: null,
  provider: 'openai',
  model: 'gpt-5.1',
  inputTokens: 4_120,
  outputTokens: 910,
  fromRevision: 1,
  toRevision: 2,
  problems: [],
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:24.000Z',
} as const;

export const question = (text: string): object => ({
  role: 'user',
  parts: [{ type: 'text', text }],
});

/** @param turn what differs from a turn that did its work */
export const answer = (parts: readonly object[], turn: object = {}): object => ({
  role: 'assistant',
  parts,
  metadata: { ...TURN, outcome: 'completed', ...turn },
});

export const words = (text: string): object => ({ type: 'text', text });

export const wrote = (path: string, content: string): object => ({
  type: 'tool-write_file',
  toolCallId: `call-${path}`,
  state: 'output-available',
  input: { path, content },
  output: { ok: true, path, revision: 2, problems: [] },
});

export const refused = (path: string): object => ({
  type: 'tool-edit_file',
  toolCallId: `call-edit-${path}`,
  state: 'output-available',
  input: { path, find: '<h2>', replace: '<h3>' },
  output: { ok: false, error: { code: 'no_match', message: `There is no such text in ${path}.` } },
});

export const LONG_ANSWER = `I made the guest list. It has **two parts**:

1. a page with the list, and
2. a form to add a name.

| File | What it does |
| --- | --- |
| \`index.html\` | the page |
| \`app.js\` | reads and writes the guests |

\`\`\`js
const list = document.querySelector('#list');
for (const guest of await platform.query({ entity: 'Guest', orderBy: { name: 'asc' } })) list.append(guest.name);
\`\`\`

Say when you want *colours*, or look at [the page](about.html).`;
