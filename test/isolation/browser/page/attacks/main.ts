import { attacksOn, EVERYWHERE, FRAMED } from '../attack.ts';
import { attached, bare, blobUrl, framed, frameOf, pause, popup, textOf } from '../reach.ts';

/** Pages of the main application; a frame around one of its buttons is what clickjacking needs. */
const ROUTES = [
  '/',
  '/signin',
  '/register',
  '/account',
  '/build',
  '/apps/victim',
  '/apps/victim/data',
  '/verify',
];

const inFrame = { witness: 'framed' } as const;

export const framing = attacksOn('framing the main application', [
  ...ROUTES.map(
    (route) =>
      [
        route,
        `frames ${route}`,
        'its document runs in the frame',
        async (t: { readonly main: string }, mark: string) =>
          (await frameOf(`${t.main}${route}?by=${mark}`)).remove(),
        {
          ...inFrame,
          from: route === '/signin' ? (['page', 'market', 'preview'] as const) : (['page'] as const),
        },
      ] as const,
  ),
  ...(['object', 'embed'] as const).map(
    (kind) =>
      [
        kind,
        `puts the main application into an ${kind} element`,
        'its document runs there',
        async (t: { readonly main: string }, mark: string) => {
          const element: any = document.createElement(kind);
          element[kind === 'object' ? 'data' : 'src'] = `${t.main}/check-mail?by=${mark}`;
          await attached(element, 4_000);
          element.remove();
        },
        inFrame,
      ] as const,
  ),
  [
    'credentialless',
    'frames the main application in a frame without credentials',
    'its document runs in the frame',
    async (t, mark) =>
      (
        await frameOf(`${t.main}/check-mail?by=${mark}`, (frame) => frame.setAttribute('credentialless', ''))
      ).remove(),
    inFrame,
  ],
  [
    'from a blob',
    'frames it in a page made of a blob',
    'its document runs in the frame',
    async (t, mark) => {
      const inner = `<iframe src="${t.main}/check-mail?by=${mark}"></iframe>`;
      await frameOf(blobUrl(inner, 'text/html'));
      await pause(300);
    },
    inFrame,
  ],
  [
    'from data',
    'frames it in a page from a data: address',
    'its document runs in the frame',
    async (t, mark) => {
      await frameOf(`data:text/html,<iframe src="${t.main}/check-mail?by=${mark}"></iframe>`);
      await pause(300);
    },
    inFrame,
  ],
  [
    'an answer of the API',
    'frames an answer of the API and reads it',
    'its text',
    async (t) => textOf(await framed(`${t.main}/api/market/victim`)).includes('victim'),
  ],
]);

export const windows = attacksOn('windows of the main application', [
  [
    'read a popup',
    'opens the main application and reads it',
    'its document',
    async (t) => Boolean((await popup(`${t.main}/check-mail`)).document.body),
  ],
  [
    'keep a hold',
    'opens the main application and counts the frames in it',
    'the window is still known',
    async (t) => {
      const opened: any = await popup(`${t.main}/check-mail`);
      return opened.closed === false && typeof opened.length === 'number';
    },
  ],
  [
    'script in a popup',
    'sends a popup of the main application to a javascript: address',
    'the script reads the token',
    async (t) => {
      const opened: any = await popup(`${t.main}/check-mail`);
      opened.location = `javascript:void (window.taken = localStorage['platform.session'])`;
      await pause(300);
      return opened.taken === t.session;
    },
  ],
  [
    'message a popup',
    'opens the main application and posts a message to it',
    'the message arrives',
    async (t, mark) => {
      const opened: any = await popup(`${t.main}/check-mail`);
      for (let i = 0; i < 5; i += 1) {
        opened.postMessage({ source: 'platform-preview', kind: 'console', mark }, '*');
        await pause(100);
      }
    },
    { witness: 'heard' },
  ],
  [
    'message by an unnamed link',
    'opens the main application by a link with rel=opener and posts to it by name',
    'the message arrives',
    async (t, mark) => {
      const link = document.createElement('a');
      link.rel = 'opener';
      link.target = `w${mark}`;
      link.href = `${t.main}/check-mail?link`;
      document.body.append(link);
      link.click();
      await pause(1_000);
      window.open('', link.target)?.postMessage({ mark }, '*');
    },
    { witness: 'heard', from: ['page'] },
  ],
  [
    'forge a report',
    'sends the builder a report of the preview from a frame that is not the preview',
    'the builder shows it',
    async (_, mark) => {
      const report = JSON.stringify({
        source: 'platform-preview',
        kind: 'paint',
        level: 'error',
        message: mark,
      });
      await frameOf(blobUrl(`<script>top.postMessage(${report}, '*')</script>`, 'text/html'));
      bare().eval(`top.postMessage(${report}, '*')`);
      await pause(200);
    },
    {
      from: FRAMED,
      witness: 'shown',
      stoppedByBrowser:
        'No header stops it: the builder itself knows its frame, which the weak server leaves as it is.',
    },
  ],
  [
    'where it is framed',
    'reads the address of the page that frames it',
    'the address beyond its origin',
    () =>
      /\/(build|apps)\//.test(document.referrer) || /\/(build|apps)\//.test(window.top?.location.href ?? ''),
    { from: FRAMED },
  ],
]);

const VIEWER = JSON.stringify({ query: '{ viewer { email } }' });
const JSON_TYPE = { 'content-type': 'application/json' };

async function readable(asked: Promise<Response>): Promise<boolean> {
  return (await (await asked).text()).length > 0;
}

export const reading = attacksOn('reading the main application', [
  [
    'GraphQL',
    'posts a query',
    'the answer can be read',
    (t) => readable(fetch(`${t.main}/graphql`, { method: 'POST', headers: JSON_TYPE, body: VIEWER })),
    { from: EVERYWHERE },
  ],
  [
    'GraphQL with credentials',
    'posts a query with credentials',
    'the answer can be read',
    (t) =>
      readable(
        fetch(`${t.main}/graphql`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: VIEWER,
          credentials: 'include',
        }),
      ),
    { from: EVERYWHERE },
  ],
  [
    'GraphQL as a simple request',
    'posts a query as plain text, which needs no preflight',
    'the answer can be read',
    (t) => readable(fetch(`${t.main}/graphql`, { method: 'POST', body: VIEWER })),
    { from: EVERYWHERE },
  ],
  [
    'GraphQL by GET',
    'asks by GET',
    'the answer can be read',
    (t) => readable(fetch(`${t.main}/graphql?query=%7B__typename%7D`)),
    { from: EVERYWHERE },
  ],
  [
    'as the visitor',
    'takes the session token and asks who the visitor is',
    "the visitor's address",
    async (t) => {
      const token = bare().localStorage['platform.session'];
      const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
      const answer = await fetch(`${t.main}/graphql`, { method: 'POST', headers, body: VIEWER });
      return (await answer.text()).includes('@example.org');
    },
  ],
  [
    'REST',
    'fetches an app',
    'the answer can be read',
    (t) => readable(fetch(`${t.main}/api/market/victim`)),
    { from: EVERYWHERE },
  ],
  [
    'a page',
    'fetches a page',
    'the answer can be read',
    (t) => readable(fetch(`${t.main}/check-mail`)),
    { from: EVERYWHERE },
  ],
  [
    'by XMLHttpRequest',
    'asks by XMLHttpRequest with credentials',
    'the answer can be read',
    (t) =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open('GET', `${t.main}/api/auth/me`);
        request.withCredentials = true;
        request.addEventListener('loadend', () => resolve(request.responseText.length > 0));
        request.send();
      }),
    { from: EVERYWHERE },
  ],
  [
    'by a JSON module',
    'imports an answer as a JSON module',
    'its content',
    async (t) => {
      // Written as text, so that nothing on the way here resolves the import.
      const load: any = new Function('a', `return import(a, { with: { type: 'json' } })`);
      return (await load(`${t.main}/api/market/victim`)).default.ok === true;
    },
  ],
  [
    'by a form into a frame',
    'sends a form into a frame and reads the answer there',
    'its text',
    async (t, mark) => {
      const element = document.createElement('iframe');
      element.name = `form-${mark}`;
      document.body.append(element);
      const form = document.createElement('form');
      form.action = `${t.main}/api/market/victim`;
      form.target = element.name;
      document.body.append(form);
      const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
      form.submit();
      await Promise.race([loaded, pause(1_500)]);
      return element.contentDocument?.body.textContent?.includes('victim');
    },
  ],
]);
