import { attacksOn, FRAMED } from '../attack.ts';
import { attached, blobUrl, framed, frameOf, heard, popup, textOf } from '../reach.ts';

export const documents = attacksOn('documents', [
  [
    'read a frame',
    "reads the page in a frame on the victim's address",
    'its text',
    async (t) => textOf(await framed(t.victim)).includes(t.secret),
  ],
  [
    'read a frame by path',
    "reads the page in a frame on the victim's path",
    'its text',
    async (t) => textOf(await framed(t.victimPath)).includes(t.secret),
  ],
  [
    'write a frame',
    'writes into the page in a frame',
    'the text is there',
    async (t, mark) => {
      const view = await framed(t.victimPath);
      if (!textOf(view).includes(t.secret)) return false;
      view.document.body.append(mark);
      return textOf(view).includes(mark);
    },
  ],
  [
    'script in a frame',
    'sends a frame to a javascript: address',
    'it runs beside the secret',
    async (t) => {
      const view = await framed(t.victimPath);
      const answer = heard((data) => String(data) === `ran ${t.secret}`);
      view.location = `javascript:void parent.postMessage('ran ' + document.getElementById('p').textContent, '*')`;
      return answer;
    },
  ],
  [
    'frame with a sandbox of its own',
    'frames the victim with the sandbox that suits it',
    'its text',
    async (t) => {
      const element = await frameOf(t.victimPath, (frame) =>
        frame.setAttribute('sandbox', 'allow-scripts allow-same-origin'),
      );
      return textOf(element.contentWindow).includes(t.secret);
    },
  ],
  ...(['object', 'embed'] as const).map(
    (kind) =>
      [
        `read an ${kind}`,
        `puts the victim into an ${kind} element`,
        'its text',
        async (t: { readonly victimPath: string; readonly secret: string }) => {
          const element: any = document.createElement(kind);
          element.type = 'text/html';
          element[kind === 'object' ? 'data' : 'src'] = t.victimPath;
          await attached(element, 4_000);
          const views = Array.from({ length: window.length }, (_, index) => window[index] as any);
          const inner = views.find((view) => {
            try {
              return view.frameElement === element;
            } catch {
              return false;
            }
          });
          return textOf(inner).includes(t.secret);
        },
      ] as const,
  ),
  [
    'read a popup',
    "reads a popup on the victim's address",
    'its text',
    async (t) => textOf(await popup(t.victim)).includes(t.secret),
  ],
  [
    'read a popup by path',
    "reads a popup on the victim's path",
    'its text',
    async (t) => textOf(await popup(t.victimPath)).includes(t.secret),
  ],
  [
    'write a popup',
    'writes into a popup',
    'the text is there',
    async (t, mark) => {
      const view = await popup(t.victim);
      view.document.body.append(mark);
      return textOf(view).includes(mark);
    },
  ],
  [
    'script in a popup',
    'sends a popup to a javascript: address',
    'it runs beside the secret',
    async (t) => {
      const view = await popup(t.victimPath);
      const answer = heard((data) => String(data) === `ran ${t.secret}`);
      view.location = `javascript:void opener.postMessage('ran ' + document.getElementById('p').textContent, '*')`;
      return answer;
    },
  ],
  [
    'find a window by name',
    "asks for the victim's window by its name",
    'its text',
    (t) => {
      const found: any = window.open('', 'victim-window');
      try {
        return textOf(found).includes(t.secret);
      } finally {
        if (found?.location.href === 'about:blank') found.close();
      }
    },
    { from: ['page'] },
  ],
  [
    'read the opener',
    'reads its opener',
    'its text',
    (t) => textOf(window.opener).includes(t.secret),
    { from: ['page'] },
  ],
  [
    'read the framing page',
    'reads the page that frames it',
    'its document',
    () => Boolean(window.top?.document.body) && window.top !== window,
    { from: FRAMED },
  ],
  [
    'write the framing page',
    'writes into the page that frames it',
    'the main application shows the text',
    (_, mark) => window.top?.document.body.append(mark),
    { from: FRAMED, witness: 'shown' },
  ],
  [
    "fetch the victim's page",
    "fetches the victim's page as text",
    'the text can be read',
    async (t) => (await (await fetch(t.victim)).text()).includes('victim page'),
  ],
  [
    'page out of the sandbox by a blob',
    'frames a page made of a blob that frames the victim in turn',
    "it reads the victim's text",
    async (t) => {
      const code = `<iframe src="${t.victim}" onload="try { parent.postMessage('nested ' + frames[0].document.getElementById('p').textContent, '*') } catch {}"></iframe>`;
      const answer = heard((data) => data === `nested ${t.secret}`);
      await frameOf(blobUrl(code, 'text/html'));
      return answer;
    },
  ],
]);

/** Files of the attacker's that a browser may run as a document; each says what it finds in its storage. */
const RUNNABLE = ['evil.svg', 'evil.xml', 'evil.htm'] as const;

export const files = attacksOn(
  'files',
  RUNNABLE.flatMap((file) => [
    [
      `${file} in a frame`,
      `frames its own ${file}, which has a script`,
      "the script reads the victim's secret",
      async (t: { readonly secret: string }) => {
        const answer = heard((data) => data === `${file} ${t.secret}`);
        await frameOf(`${file}?frame`);
        return answer;
      },
    ] as const,
    [
      `${file} in a popup`,
      `opens its own ${file}, which has left the sandbox by then`,
      "the script reads the victim's secret",
      (t: { readonly secret: string }) => {
        const answer = heard((data) => data === `${file} ${t.secret}`);
        window.open(`${file}?popup`, '_blank');
        return answer;
      },
    ] as const,
  ]),
);
