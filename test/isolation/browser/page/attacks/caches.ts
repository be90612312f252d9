import { attacksOn, EVERYWHERE } from '../attack.ts';
import { bare, framed } from '../reach.ts';

export const caches = attacksOn('caches', [
  [
    'list',
    'lists caches',
    "the victim's cache",
    async () => (await bare().caches.keys()).includes('victim-cache'),
    { from: EVERYWHERE },
  ],
  [
    'read',
    'reads what is cached',
    "the victim's secret",
    async (t) => (await (await bare().caches.match('/cached'))?.text()) === t.secret,
    { from: EVERYWHERE },
  ],
  [
    'poison',
    "puts an answer into the victim's cache",
    'the victim finds it there',
    async (_, mark) => {
      const { caches } = bare();
      // Opening it would make one of the attacker's own.
      if (!(await caches.has('victim-cache'))) return;
      await (await caches.open('victim-cache')).put(`/by-${mark}`, new Response(mark));
    },
    { from: EVERYWHERE, witness: 'victim' },
  ],
  [
    'by frame',
    'lists caches through a frame',
    "the victim's cache",
    async (t) => (await (await framed(t.victimPath)).caches.keys()).includes('victim-cache'),
  ],
]);

function toss(text: string): void {
  bare().document.cookie = text;
}

export const cookies = attacksOn('cookies', [
  [
    'read',
    'reads document.cookie past the stand-ins',
    "the victim's cookie",
    (t) => bare().document.cookie.includes(t.secret),
  ],
  [
    'read by frame',
    'reads document.cookie of a frame',
    "the victim's cookie",
    async (t) => (await framed(t.victimPath)).document.cookie.includes(t.secret),
  ],
  ...[
    'path=/',
    'domain=localhost; path=/',
    'domain=.localhost; path=/',
    'path=/a/victim/',
    'path=/; secure',
  ].map(
    (more, index) =>
      [
        `toss ${index + 1}`,
        `sets a cookie with "${more}"`,
        'the victim or the main application would be sent it',
        (_: unknown, mark: string) => toss(`${mark}=1; ${more}`),
        { witness: 'cookie' },
      ] as const,
  ),
  [
    'toss by the cookie store',
    'sets a cookie by the newer interface, for the parent domain',
    'the victim or the main application would be sent it',
    (_, mark) => {
      const view: any = bare();
      return view.cookieStore
        .set({ name: mark, value: '1', path: '/', domain: 'localhost' })
        .catch(() => view.cookieStore.set({ name: mark, value: '1', path: '/' }));
    },
    { witness: 'cookie' },
  ],
]);
