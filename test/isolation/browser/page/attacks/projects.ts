import type { Targets } from '../../attack.ts';
import { attacksOn, PROJECTS } from '../attack.ts';
import { bare, framed, pause, popup, textOf } from '../reach.ts';

const from = PROJECTS;
const ANONYMOUS =
  'Anybody may answer a form, without a browser too; an opaque origin cannot be told from another.';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The address of the other form's bridge. */
const bridge = (t: Targets, path: string): string => new URL(path, t.survey).href;
const text = async (asked: Promise<Response>): Promise<string> => (await asked).text();
const ask = (address: string): Promise<string> =>
  text(fetch(address, { method: 'POST', headers: JSON_TYPE, body: '{}' }));

export const forms = attacksOn("another form's page", [
  [
    'read local',
    'reads localStorage past the stand-ins',
    "the form's secret",
    (t) => bare().localStorage['survey'] === t.secret,
    { from },
  ],
  [
    'local by frame',
    'reads localStorage of a frame on the form',
    "the form's secret",
    async (t) => (await framed(t.survey)).localStorage.survey === t.secret,
    { from },
  ],
  [
    'local by path',
    "reads localStorage of a frame on the form's path",
    "the form's secret",
    async (t) => (await framed(t.surveyPath)).localStorage.survey === t.secret,
    { from },
  ],
  [
    'read a frame',
    'reads what is typed in a frame on the form',
    'its text',
    async (t) => textOf(await framed(t.survey)).includes(t.secret),
    { from },
  ],
  [
    "read a frame of the form's slug",
    'reads the form on its slug in a frame',
    'its text',
    async (t) => textOf(await framed(t.surveySlug)).includes(t.secret),
    { from },
  ],
  [
    "read a frame of the form's custom host",
    'reads the form on its custom host in a frame',
    'its text',
    async (t) => textOf(await framed(t.surveyHost)).includes(t.secret),
    { from },
  ],
  [
    'read a popup',
    'reads a popup on the form',
    'its text',
    async (t) => textOf(await popup(t.survey)).includes(t.secret),
    { from },
  ],
  [
    'send for the visitor',
    'lets the bridge of a frame on the form send an answer',
    'the answer is stored',
    async (t, mark) => (await framed(t.survey)).platform.submit({ answer: mark }),
    { from, witness: 'answers' },
  ],
  [
    'fetch the page',
    'fetches the page as text',
    'the text can be read',
    async (t) => (await text(fetch(t.survey))).includes('survey page'),
    { from },
  ],
  [
    'read cookies',
    'reads document.cookie past the stand-ins',
    "the form's cookie",
    (t) => bare().document.cookie.includes(`survey=${t.secret}`),
    { from },
  ],
  [
    'the preview of the builder',
    'opens the builder and reads the frame of its preview',
    'its document',
    async (t) => {
      const opened: any = window.open(t.main + t.builder, '_blank');
      try {
        for (let i = 0; i < 90 && !opened.closed; i += 1) {
          await pause(100);
          if (opened[0]?.location.pathname.startsWith('/p/')) return true;
        }
      } finally {
        opened.close();
      }
    },
    { from, alone: true },
  ],
  [
    'an app as a service worker',
    "registers an app's script for the whole host",
    'it is registered',
    async () => Boolean(await navigator.serviceWorker.register('/a/attacker/sw.js', { scope: '/' })),
    { from },
  ],
  [
    'its page as a service worker',
    'registers its own page as a service worker',
    'it is registered',
    async () => Boolean(await navigator.serviceWorker.register('./')),
    { from, stoppedByBrowser: 'A project has one page and no script of its own to give.' },
  ],
]);

export const answers = attacksOn('answers to forms', [
  [
    'query of its own',
    'asks its bridge for the answers that it got',
    "the visitor's earlier answer",
    async (t) => JSON.stringify(await (window as any).platform.query({})).includes(t.earlier),
    { from },
  ],
  [
    'queries of its own',
    'asks its bridge for a list of queries',
    "the visitor's earlier answer",
    async (t) => JSON.stringify(await (window as any).platform.query([{}])).includes(t.earlier),
    { from },
  ],
  ...(['_data', '_data?limit=200', '_graphql', '_data/'] as const).map(
    (path) =>
      [
        `${path} of its own`,
        `fetches ${path} beside its page`,
        "the visitor's earlier answer",
        async (t: Targets) => (await text(fetch(path))).includes(t.earlier),
        { from },
      ] as const,
  ),
  [
    'by the main application',
    'fetches the answers that it got from the API',
    "the visitor's earlier answer",
    async (t) => (await text(fetch(`${t.main}/api/forms/bait/submissions`))).includes(t.earlier),
    { from },
  ],
  [
    'by a guessed key',
    'sends an answer under the key of an earlier one, so that this comes back',
    "the visitor's earlier answer",
    async (t) => {
      const headers = { ...JSON_TYPE, 'idempotency-key': 'visitor' };
      return (await text(fetch('_data', { method: 'POST', headers, body: '{}' }))).includes(t.earlier);
    },
    { from },
  ],
  [
    'query of another',
    'asks the bridge of another form',
    'its answers',
    async (t) => (await ask(bridge(t, '_data/query'))).includes(t.secret),
    { from },
  ],
  [
    'query of another by its slug',
    'asks the bridge of another form on its slug',
    'its answers',
    async (t) => (await ask(new URL('_data/query', t.surveySlug).href)).includes(t.secret),
    { from },
  ],
  [
    'query of another by its custom host',
    'asks the bridge of another form on its custom host',
    'its answers',
    async (t) => (await ask(new URL('_data/query', t.surveyHost).href)).includes(t.secret),
    { from },
  ],
  [
    'query of another by its path',
    'asks for the path of another form on its own host',
    'its answers',
    async (t) =>
      (await ask(new URL('_data/query', new URL(t.surveyPath, location.href)).href)).includes(t.secret),
    { from },
  ],
  [
    'as the author',
    "takes the session token and fetches the answers of the visitor's own form",
    'its answers',
    async (t) => {
      const authorization = `Bearer ${bare().localStorage['platform.session']}`;
      const asked = fetch(`${t.main}/api/forms/survey/submissions`, { headers: { authorization } });
      return (await text(asked)).includes(t.secret);
    },
    { from },
  ],
]);

const stored = { from, witness: 'answers' } as const;
const open = { ...stored, openInSandbox: ANONYMOUS } as const;
const body = (mark: string): string => JSON.stringify({ answer: mark });
const send = (address: string, mark: string, headers: HeadersInit = JSON_TYPE): Promise<Response> =>
  fetch(address, { method: 'POST', headers, body: body(mark) });

/** As a page lets its visitor's browser send a form, without any script asking. */
async function postForm(action: string, enctype: string, inputs: Record<string, string>): Promise<void> {
  const target = document.createElement('iframe');
  target.name = `posting-${Math.random()}`;
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype, action, target: target.name });
  for (const [name, value] of Object.entries(inputs))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(target, form);
  form.submit();
  await pause(500);
}

export const posting = attacksOn('answering another form', [
  ['by fetch', 'posts JSON', 'the answer is stored', (t, mark) => send(bridge(t, '_data'), mark), open],
  [
    'by its slug',
    'posts JSON to its slug',
    'the answer is stored',
    (t, mark) => send(new URL('_data', t.surveySlug).href, mark),
    open,
  ],
  [
    'by its custom host',
    'posts JSON to its custom host, where no page is opaque',
    'the answer is stored',
    (t, mark) => send(new URL('_data', t.surveyHost).href, mark),
    stored,
  ],
  [
    'by its path',
    'posts JSON to its path on the own host',
    'the answer is stored',
    (t, mark) => send(new URL('_data', new URL(t.surveyPath, location.href)).href, mark),
    { ...stored, from: ['form'], openInSandbox: ANONYMOUS },
  ],
  [
    'by the main application',
    'posts JSON to the API',
    'the answer is stored',
    (t, mark) => send(`${t.main}/api/forms/survey/submissions`, mark),
    stored,
  ],
  [
    'as a simple request',
    'posts plain text, which needs no preflight, blindly',
    'the answer is stored',
    (t, mark) => fetch(bridge(t, '_data'), { method: 'POST', mode: 'no-cors', body: body(mark) }),
    stored,
  ],
  [
    'as a simple request to the main application',
    'posts plain text to the API, blindly',
    'the answer is stored',
    (t, mark) =>
      fetch(`${t.main}/api/forms/survey/submissions`, { method: 'POST', mode: 'no-cors', body: body(mark) }),
    stored,
  ],
  [
    'by a beacon',
    'sends a beacon of plain text',
    'the answer is stored',
    async (t, mark) => {
      navigator.sendBeacon(bridge(t, '_data'), body(mark));
      await pause(300);
    },
    stored,
  ],
  [
    'by a form of HTML',
    'sends a form as plain text that reads like JSON',
    'the answer is stored',
    (t, mark) => postForm(bridge(t, '_data'), 'text/plain', { [`{"answer":"${mark}`]: '"}' }),
    stored,
  ],
  [
    'by a form of HTML as its page sends it',
    "sends a urlencoded form to the page of a form, with the names of that page's own inputs",
    'the answer is stored, among those set apart',
    (t, mark) =>
      postForm(t.survey.replaceAll('survey', 'plain'), 'application/x-www-form-urlencoded', {
        'answer.answer': mark,
        language: 'en',
      }),
    { ...open, from: ['page', 'form', 'slug'] },
  ],
]);
