// What a hostile app tries on another app and on the main application. Each attack answers true when it succeeded;
// throwing, or answering false, is a failed attack. Runs in the attacker's published page.

/**
 * @typedef {object} Targets
 * @property {string} victim address of the victim's page as a visitor sees it
 * @property {string} victimPath the same path on the attacker's own host
 * @property {string} main origin of the main application
 */

const SECRET = 'victim-secret';
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {string} src */
async function frame(src) {
  const element = document.createElement('iframe');
  element.name = 'f' + Math.random();
  element.src = src;
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  document.body.append(element);
  await Promise.race([loaded, pause(4000)]);
  await pause(100);
  return element;
}

/**
 * @param {string} src
 * @param {(popup: any) => boolean} look
 */
async function popup(src, look) {
  const opened = /** @type {any} */ (window.open(src, '_blank'));
  try {
    for (let i = 0; i < 14; i += 1) {
      await pause(150);
      try {
        // The empty document before the navigation is the attacker's own.
        if (opened.location.href !== 'about:blank' && look(opened)) return true;
      } catch {
        // Not readable (yet).
      }
    }
    return false;
  } finally {
    opened?.close();
  }
}

const showsSecret = (/** @type {any} */ view) => view.document.body.textContent.includes(SECRET);

/** @param {string} name */
function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => resolve(request.result));
  });
}

/** @type {Record<string, (t: Targets) => Promise<boolean> | boolean>} */
const attacks = {
  'reads local storage': () => localStorage.getItem('secret') === SECRET,
  'reads the victim frame local storage': async (t) =>
    /** @type {any} */ ((await frame(t.victim)).contentWindow).localStorage.secret === SECRET,
  'reads the victim frame by its path': async (t) =>
    /** @type {any} */ ((await frame(t.victimPath)).contentWindow).localStorage.secret === SECRET,
  'reads session storage through a frame': async (t) =>
    /** @type {any} */ ((await frame(t.victimPath)).contentWindow).sessionStorage.secret === SECRET,
  'reads IndexedDB': async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return names.includes('victim-db') && Boolean(await openDatabase('victim-db'));
  },
  'lists caches': async () => (await caches.keys()).includes('victim-cache'),
  'reads a cache': async () => (await (await caches.match('/cached'))?.text()) === SECRET,
  'reads cookies': () => document.cookie.includes(SECRET),
  'reads the page in a frame': async (t) => showsSecret((await frame(t.victim)).contentWindow),
  'reads the page in a frame by its path': async (t) =>
    showsSecret((await frame(t.victimPath)).contentWindow),
  'writes into a frame': async (t) => {
    const view = /** @type {any} */ ((await frame(t.victimPath)).contentWindow);
    if (!view.document.body.textContent.includes(SECRET)) return false;
    view.document.body.textContent = 'taken over';
    return true;
  },
  'runs script in a frame by javascript:': async (t) => {
    const element = await frame(t.victimPath);
    const view = /** @type {any} */ (element.contentWindow);
    view.location = 'javascript:parent.postMessage("ran " + document.body.textContent, "*")';
    const heard = await new Promise((resolve) => {
      addEventListener('message', (event) => resolve(String(event.data)), { once: true });
      setTimeout(() => resolve(''), 1500);
    });
    return String(heard).includes(SECRET);
  },
  'reads a popup': (t) => popup(t.victim, showsSecret),
  'reads a popup by its path': (t) => popup(t.victimPath, showsSecret),
  'reads a popup storage': (t) => popup(t.victim, (view) => view.localStorage.secret === SECRET),
  'finds the victim window by name': () => {
    const found = /** @type {any} */ (window.open('', 'victim-window'));
    try {
      return showsSecret(found);
    } finally {
      if (found?.location.href === 'about:blank') found.close();
    }
  },
  'reads its opener': () => window.opener !== null && showsSecret(window.opener),
  'fetches the page with its data': async (t) =>
    (await (await fetch(t.victim)).text()).includes('victim page'),
  'registers a service worker over the victim': async (t) =>
    Boolean(await navigator.serviceWorker.register('sw.js', { scope: t.victimPath })),
  'registers a service worker over itself': async () =>
    Boolean(await navigator.serviceWorker.register('sw.js')),
  'registers the victim script as a service worker': async (t) =>
    Boolean(await navigator.serviceWorker.register(t.victimPath + 'sw.js')),
  'registers a service worker by an encoded path': async (t) =>
    Boolean(await navigator.serviceWorker.register('..%2fvictim/sw.js', { scope: t.victimPath })),
  'unregisters service workers of the victim': async (t) =>
    Boolean(await (await navigator.serviceWorker.getRegistration(t.victimPath))?.unregister()),
  'reads storage in a worker': async () => {
    const code =
      'indexedDB.databases().then((all) => postMessage(all.map((d) => d.name).join()), () => postMessage(""))';
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    const names = await new Promise((resolve) => {
      worker.addEventListener('message', (event) => resolve(String(event.data)));
      worker.addEventListener('error', () => resolve(''));
      setTimeout(() => resolve(''), 3000);
    });
    return String(names).includes('victim-db');
  },
  'sees the victim locks': async () =>
    ((await navigator.locks.query()).held ?? []).some(({ name }) => name === 'victim-lock'),
  'hears the victim on a broadcast channel': () =>
    new Promise((resolve) => {
      const channel = new BroadcastChannel('victim-channel');
      channel.addEventListener('message', (event) => resolve(event.data === SECRET));
      Reflect.apply(channel.postMessage, channel, ['say']);
      setTimeout(() => resolve(false), 1500);
    }),
  'relaxes the domain': () => {
    const before = document.domain;
    document.domain = 'localhost';
    return before !== 'localhost';
  },
  'reads the main application by fetch': async (t) =>
    (await (await fetch(t.main + '/graphql')).text()).length > 0,
  'reads the main application with credentials': async (t) =>
    (await (await fetch(t.main + '/graphql', { credentials: 'include' })).text()).length > 0,
  'reads the main application in a frame': async (t) =>
    showsSecret((await frame(t.main + '/')).contentWindow),
  'reads the main application in a popup': (t) => popup(t.main + '/', (view) => Boolean(view.document.body)),
  'reads the main storage in a popup': (t) => popup(t.main + '/', (view) => Boolean(view.localStorage)),
};

Object.assign(window, {
  attackNames: Object.keys(attacks),
  /**
   * @param {string} name
   * @param {Targets} targets
   */
  attack: async (name, targets) => {
    try {
      return (await attacks[name]?.(targets)) === true;
    } catch {
      return false;
    } finally {
      document.querySelectorAll('iframe').forEach((element) => element.remove());
    }
  },
});
