import { attacksOn, EVERYWHERE, TABS } from '../attack.ts';
import { bare, blobUrl, done, framed, heard, popup, said } from '../reach.ts';

const SESSION_KEY = 'platform.session';

export const storage = attacksOn('storage', [
  [
    'read local',
    'reads localStorage past the stand-ins',
    "the victim's secret",
    (t) => bare().localStorage.getItem('secret') === t.secret,
  ],
  [
    'write local',
    'writes into localStorage past the stand-ins',
    'the victim sees the entry',
    (_, mark) => bare().localStorage.setItem(`by-${mark}`, '1'),
    { witness: 'victim' },
  ],
  [
    'local by frame',
    "reads localStorage of a frame on the victim's address",
    "the victim's secret",
    async (t) => (await framed(t.victim)).localStorage.secret === t.secret,
  ],
  [
    'local by path',
    "reads localStorage of a frame on the victim's path",
    "the victim's secret",
    async (t) => (await framed(t.victimPath)).localStorage.secret === t.secret,
  ],
  [
    'local by popup',
    "reads localStorage of a popup on the victim's address",
    "the victim's secret",
    async (t) => (await popup(t.victim)).localStorage.secret === t.secret,
  ],
  [
    'session by frame',
    'reads sessionStorage of a frame',
    "the victim's secret",
    async (t) => (await framed(t.victimPath)).sessionStorage.secret === t.secret,
  ],
  [
    'session by opener',
    'reads sessionStorage of its opener',
    "the victim's secret",
    (t) => window.opener.sessionStorage.secret === t.secret,
    { from: ['page'] },
  ],
  [
    'storage events',
    'listens to storage events',
    'an event of the victim',
    (t) =>
      new Promise((resolve) => {
        const view = bare();
        view.addEventListener('storage', (event) => {
          if (event.newValue?.startsWith(t.secret)) resolve(true);
        });
        setTimeout(() => resolve(false), 1_500);
      }),
  ],
  [
    'private files',
    'opens the private file system of the origin',
    "the victim's file",
    async () => Boolean(await (await bare().navigator.storage.getDirectory()).getFileHandle('victim.txt')),
    { from: EVERYWHERE },
  ],
  [
    'storage access',
    'asks for unpartitioned storage, then reads',
    "the victim's secret",
    async (t) => {
      await document.requestStorageAccess().catch(() => undefined);
      return bare().localStorage.getItem('secret') === t.secret;
    },
  ],
  [
    'session token',
    'reads the session token from its own localStorage',
    "the visitor's token",
    (t) => bare().localStorage.getItem(SESSION_KEY) === t.session,
  ],
  [
    'session token by frame',
    'reads the token in a frame of the main application',
    "the visitor's token",
    async (t) => (await framed(`${t.main}/check-mail`)).localStorage[SESSION_KEY] === t.session,
  ],
  [
    'session token by popup',
    'reads the token in a popup of the main application',
    "the visitor's token",
    async (t) => (await popup(`${t.main}/check-mail`)).localStorage[SESSION_KEY] === t.session,
  ],
  [
    'session token of the framing page',
    "reads the token through the frame's parents",
    "the visitor's token",
    (t) => window.top?.localStorage[SESSION_KEY] === t.session,
    { from: ['market', 'preview'] },
  ],
  [
    'empty popup',
    'reads storage in an empty popup, which has left the sandbox',
    "the victim's secret",
    (t) => {
      const opened: any = window.open('', '_blank');
      try {
        return opened.localStorage.secret === t.secret;
      } finally {
        opened?.close();
      }
    },
  ],
  [
    'blob popup',
    'opens a page made of a blob, which has left the sandbox, and lets it read storage',
    "the victim's secret",
    (t) => {
      const code = `<script>opener.postMessage('blob ' + localStorage.secret, '*')</script>`;
      window.open(blobUrl(code, 'text/html'), '_blank');
      return heard((data) => data === `blob ${t.secret}`);
    },
    { from: TABS },
  ],
]);

export const databases = attacksOn('IndexedDB', [
  [
    'list',
    'lists databases',
    "the victim's database",
    async () => (await bare().indexedDB.databases()).some(({ name }) => name === 'victim-db'),
    { from: EVERYWHERE },
  ],
  [
    'read',
    'reads a record',
    "the victim's secret",
    async (t) => (await done((await notes()).get('secret'))) === t.secret,
    { from: EVERYWHERE },
  ],
  [
    'write',
    'writes a record',
    'the victim sees it',
    async (_, mark) => done((await notes()).put(mark, mark)),
    { from: EVERYWHERE, witness: 'victim' },
  ],
  [
    'by frame',
    'lists databases through a frame',
    "the victim's database",
    async (t) =>
      (await (await framed(t.victimPath)).indexedDB.databases()).some(
        ({ name }: { name: string }) => name === 'victim-db',
      ),
  ],
  [
    'by a worker from a blob',
    'lists databases in a worker of its own',
    "the victim's database",
    async () => {
      const code = 'indexedDB.databases().then((all) => postMessage(all.map((d) => d.name).join()))';
      return (await said(new Worker(blobUrl(code)))).includes('victim-db');
    },
  ],
  [
    "by the victim's worker",
    "starts the victim's worker from its path",
    'it speaks of the database',
    async (t) => (await said(new (bare().Worker)(`${t.victimPath}worker.js`))).includes('victim-db'),
  ],
]);

async function notes(): Promise<IDBObjectStore> {
  const { indexedDB } = bare();
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'victim-db')) throw new Error('There is no such database.');
  return (await done(indexedDB.open('victim-db'))).transaction('notes', 'readwrite').objectStore('notes');
}
