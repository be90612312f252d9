import { attacksOn, EVERYWHERE } from '../attack.ts';
import { bare, blobUrl, said } from '../reach.ts';

const SCOPE_IS_CHECKED = 'The browser lets no script serve paths beside or above its own folder.';
const NO_BLOBS = 'Browsers take no service worker from such an address.';

const register = async (script: string, options: RegistrationOptions = {}): Promise<boolean> =>
  Boolean(await navigator.serviceWorker.register(script, options));

export const serviceWorkers = attacksOn('service workers', [
  [
    'over the victim',
    "registers its own script for the victim's path",
    'it is registered',
    (t) => register('sw.js', { scope: t.victimPath }),
  ],
  [
    'over everything',
    'registers its own script for /',
    'it is registered',
    () => register('sw.js', { scope: '/' }),
  ],
  ['over itself', 'registers its own script for itself', 'it is registered', () => register('sw.js')],
  [
    'as a module',
    'registers its own script as a module',
    'it is registered',
    () => register('sw.js?module', { type: 'module' }),
  ],
  [
    'of the victim',
    "registers the victim's script",
    'it is registered',
    (t) => register(`${t.victimPath}sw.js`),
  ],
  [
    'by an encoded path',
    'climbs out of its folder by an encoded path',
    'it is registered',
    (t) => register('..%2fvictim/sw.js', { scope: t.victimPath }),
    { stoppedByBrowser: SCOPE_IS_CHECKED },
  ],
  [
    'from a blob',
    'registers a script made of a blob',
    'it is registered',
    () => register(blobUrl('onfetch = () => {}')),
    { stoppedByBrowser: NO_BLOBS },
  ],
  [
    'from data',
    'registers a script from a data: address',
    'it is registered',
    () => register('data:text/javascript,onfetch=()=>{}'),
    { stoppedByBrowser: NO_BLOBS },
  ],
  [
    'look up',
    "looks up the victim's registration, to unregister it",
    'there is one, of a worker that runs',
    async (t) => Boolean((await navigator.serviceWorker.getRegistration(t.victimPath))?.active),
  ],
]);

export const workers = attacksOn('workers', [
  [
    "the victim's script",
    "starts the victim's worker from its address",
    'it runs in the origin of the victim',
    async (t) => (await said(new (bare().Worker)(`${t.victim}worker.js`))).includes('victim-db'),
  ],
  [
    'shared worker',
    "connects to the victim's shared worker",
    'it tells the secret',
    async (t) => {
      const { port } = new (bare().SharedWorker)(`${t.victimPath}shared.js`);
      const answer = said(port);
      port.start();
      return (await answer) === t.secret;
    },
  ],
]);

export const channels = attacksOn('channels', [
  [
    'hear',
    "listens to the victim's broadcast channel and asks",
    'the victim answers',
    (t) =>
      new Promise((resolve) => {
        const channel = new (bare().BroadcastChannel)('victim-channel');
        channel.addEventListener('message', ({ data }) => {
          if (data === t.secret) resolve(true);
        });
        channel.postMessage('say');
        setTimeout(() => resolve(false), 3_000);
      }),
    { from: EVERYWHERE },
  ],
  [
    'speak',
    "sends an order on the victim's broadcast channel",
    'the victim got it',
    (_, mark) => new (bare().BroadcastChannel)('victim-channel').postMessage(mark),
    { from: EVERYWHERE, witness: 'victim' },
  ],
  [
    'see locks',
    'lists locks',
    "the victim's lock",
    async () =>
      ((await bare().navigator.locks.query()).held ?? []).some(({ name }) => name === 'victim-lock'),
    { from: EVERYWHERE },
  ],
  [
    'steal a lock',
    'steals a lock that the victim holds',
    'the victim lost it',
    async (t, mark) => {
      const { locks } = bare().navigator;
      const held = (await locks.query()).held ?? [];
      const mine = `lock-of-${t.vantage}`;
      if (!held.some(({ name }) => name === mine)) return;
      await locks.request(mine, { steal: true }, () => undefined);
      // The victim says which one it lost; this says who did it.
      const channel = new (bare().BroadcastChannel)('victim-channel');
      channel.postMessage(`${mark} stole ${mine}`);
    },
    { from: EVERYWHERE, witness: 'victim' },
  ],
]);
