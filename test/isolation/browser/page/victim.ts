// The victim's page: keeps a secret in every place a page can keep one, and can say what became of it.
const SECRET = 'victim-secret';
const said: string[] = [];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

async function openNotes(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open('victim-db', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('notes'));
  return (await done(request)).transaction('notes', mode).objectStore('notes');
}

function hold(name: string): void {
  navigator.locks
    .request(name, () => new Promise(() => undefined))
    .catch((error: unknown) => said.push(`lost ${name}: ${String(error)}`));
}

const places: readonly (() => unknown)[] = [
  () => localStorage.setItem('secret', SECRET),
  () => setInterval(() => localStorage.setItem('tick', `${SECRET} ${Date.now()}`), 250),
  () => sessionStorage.setItem('secret', SECRET),
  () => (document.cookie = `secret=${SECRET}; path=/`),
  async () => done((await openNotes('readwrite')).put(SECRET, 'secret')),
  async () => (await caches.open('victim-cache')).put('/cached', new Response(SECRET)),
  async () => (await navigator.storage.getDirectory()).getFileHandle('victim.txt', { create: true }),
  () => hold('victim-lock'),
  // One for each thief.
  () => ['page', 'popup', 'market', 'preview', 'worker'].forEach((vantage) => hold(`lock-of-${vantage}`)),
  () => {
    const channel = new BroadcastChannel('victim-channel');
    channel.addEventListener('message', ({ data }) => {
      if (data === 'say') channel.postMessage(SECRET);
      else said.push(String(data));
    });
  },
  () => new SharedWorker('shared.js').port.start(),
  () => navigator.serviceWorker.register('sw.js'),
];

/** Everything that an attacker might have changed, as text. */
async function state(): Promise<string> {
  const look: readonly (() => unknown)[] = [
    () => document.body.textContent,
    () => JSON.stringify({ ...localStorage }),
    () => document.cookie,
    () => said.join('\n'),
    async () => JSON.stringify(await done((await openNotes('readonly')).getAll())),
    async () => (await (await caches.open('victim-cache')).keys()).map(({ url }) => url).join(),
  ];
  const seen = [];
  for (const one of look) {
    try {
      seen.push(await Promise.race([one(), pause(2_000)]));
    } catch (error) {
      seen.push(String(error));
    }
  }
  return seen.join('\n');
}

async function keep(): Promise<void> {
  window.name = 'victim-window';
  const text = document.getElementById('p');
  if (text !== null) text.textContent = SECRET;
  for (const place of places) {
    try {
      await Promise.race([place(), pause(2_000)]);
    } catch {
      // In the sandbox some of these places do not exist; then there is nothing to steal from them.
    }
  }
  Object.assign(window, { state, kept: true });
}

void keep();
