// What ordinary apps do. Each feature answers true when it worked. Runs as a module in a published page, together
// with the page's own files; `storesForGood` features need an origin of their own.
import { fromModule } from './lib/module.js';

const heard = (/** @type {Worker} */ worker) =>
  new Promise((resolve) => {
    worker.addEventListener('message', (event) => resolve(event.data));
    worker.addEventListener('error', (event) => resolve('error ' + event.message));
    setTimeout(() => resolve('silence'), 3000);
  });

/** @type {Record<string, () => unknown>} */
const features = {
  'classic script': () => window['classicRan'] === true,
  'module script': () => fromModule === 'module',
  'import map': async () => (await import('mapped')).fromModule === 'module',
  'dynamic import': async () => (await import('./lib/later.js')).later === 'later',
  stylesheet: () => getComputedStyle(document.body).getPropertyValue('--from-css').trim() === 'yes',
  'fetch of own JSON': async () => (await (await fetch('data.json')).json()).a === 1,
  'fetch of a missing file': async () => (await fetch('missing.json')).status === 404,
  'local storage': () => {
    localStorage.setItem('a', '1');
    localStorage['b'] = '2';
    const all = [localStorage.getItem('a'), localStorage['b'], localStorage.length, 'b' in localStorage];
    localStorage.removeItem('a');
    return (
      all.join() === '1,2,2,true' &&
      localStorage.getItem('a') === null &&
      Object.keys(localStorage).join() === 'b'
    );
  },
  'session storage': () => {
    sessionStorage.setItem('k', JSON.stringify({ a: 1 }));
    return JSON.parse(sessionStorage.getItem('k') ?? '').a === 1;
  },
  cookies: () => {
    document.cookie = 'taste=sweet; path=/; max-age=60';
    document.cookie = 'gone=1; max-age=0';
    return document.cookie.includes('taste=sweet') && !document.cookie.includes('gone');
  },
  'history routing': () => {
    history.pushState({ n: 1 }, '', 'route/one');
    const isThere = location.pathname.endsWith('/route/one');
    history.replaceState(null, '', platform.appId === 'features' ? '/a/features/' : '/');
    return isThere;
  },
  'hash routing': () =>
    new Promise((resolve) => {
      addEventListener('hashchange', () => resolve(location.hash === '#two'), { once: true });
      location.hash = 'two';
    }),
  'worker from a file': async () =>
    (await heard(new Worker('work/worker.js'))) === 'worked with helper and 1',
  'module worker': async () =>
    (await heard(new Worker(new URL('work/module-worker.js', location.href), { type: 'module' }))) ===
    'module',
  'blob worker': async () =>
    (await heard(new Worker(URL.createObjectURL(new Blob(['postMessage("blob")']))))) === 'blob',
  'canvas read-back': () => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    pen?.fillRect(0, 0, 5, 5);
    return canvas.toDataURL().startsWith('data:image/png') && pen?.getImageData(1, 1, 1, 1).data[3] === 255;
  },
  'canvas with an image': async () => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = 'pixel.png';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL().length > 0;
  },
  image: async () => {
    const image = new Image();
    image.src = 'art.svg';
    await image.decode();
    return image.naturalWidth === 20;
  },
  'form handled by script': () => {
    const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
    let name = '';
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        name = String(new FormData(form).get('name'));
      },
      { once: true },
    );
    form.requestSubmit();
    return name === 'Ada';
  },
  'submit and query': async () => {
    const { ok, id, record } = await platform.submit({ text: 'hello' });
    const { records } = await platform.query({ entity: 'Note' });
    return (
      ok && id && record.text === 'hello' && records.some((/** @type {any} */ one) => one.text === 'hello')
    );
  },
  'a refused record': async () => {
    const error = await platform.submit({}).catch((/** @type {any} */ thrown) => thrown);
    return (
      Object.prototype.toString.call(error) === '[object Error]' &&
      error['code'] === 'invalid_record' &&
      error['diagnostics'][0].path === '/text'
    );
  },
  graphql: async () => {
    const { data, errors } = await platform.graphql('{ notes(first: 1) { totalCount } }');
    return !errors && data.notes.totalCount >= 0;
  },
  'data by plain fetch': async () => (await (await fetch('_data')).json()).ok === true,
  wasm: async () => {
    const module = await WebAssembly.instantiateStreaming(fetch('add.wasm'));
    return /** @type {any} */ (module.instance.exports).answer() === 42;
  },
  cryptography: async () => (await crypto.subtle.digest('SHA-256', new Uint8Array(1))).byteLength === 32,
  'own name for the bridge': () => window['sameBridge'] === true,
  'JSON module': async () => {
    const { default: data } = await import('./data.json', { with: { type: 'json' } });
    return data.a === 1;
  },
  'dialog element': () => {
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.showModal();
    const isOpen = dialog.open && dialog.matches(':modal');
    dialog.close();
    return isOpen && !dialog.open;
  },
  'web font': async () => {
    const font = new FontFace('Small', 'url(small.woff2)');
    document.fonts.add(await font.load());
    return document.fonts.check('12px Small');
  },
  'svg in the page': () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<svg width="9" height="9"><rect id="r" width="9" height="9"/></svg>',
    );
    return /** @type {any} */ (document.getElementById('r')).getBBox().width === 9;
  },
  'part of a file': async () => {
    const answer = await fetch('sound.wav', { headers: { range: 'bytes=0-3' } });
    return answer.status === 206 && (await answer.text()) === 'RIFF';
  },
  sound: () =>
    new Promise((resolve) => {
      const audio = new Audio('sound.wav');
      audio.addEventListener('loadedmetadata', () => resolve(audio.duration > 0));
      audio.addEventListener('error', () => resolve(false));
    }),
  'download of a blob': () => {
    const link = document.createElement('a');
    link.download = 'list.csv';
    link.href = URL.createObjectURL(new Blob(['a,b']));
    link.click();
    return link.href.startsWith('blob:');
  },
  'form data and URL parameters': () =>
    new URLSearchParams(/** @type {any} */ (new FormData(document.forms[0]))).get('name') === 'Ada',
  'custom element': () => {
    customElements.define(
      'x-hello',
      class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<b>hi</b>';
        }
      },
    );
    const element = document.createElement('x-hello');
    document.body.append(element);
    return element.shadowRoot?.textContent === 'hi';
  },
  'style sheet by script': () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { --adopted: 1; }');
    document.adoptedStyleSheets = [sheet];
    return getComputedStyle(document.body).getPropertyValue('--adopted').trim() === '1';
  },
  'animation frame': () => new Promise((resolve) => requestAnimationFrame(() => resolve(true))),
  'streams and compression': async () => {
    const packed = new Blob(['x'.repeat(1000)]).stream().pipeThrough(new CompressionStream('gzip'));
    return (await new Response(packed).blob()).size < 100;
  },
  'frame of an own page': () =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe');
      addEventListener('message', (event) => event.data === 'framed' && resolve(true));
      setTimeout(() => resolve(false), 3000);
      frame.src = 'framed.html';
      document.body.append(frame);
    }),
  'message channel': () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', ({ data }) => resolve(data === 1));
      port1.start();
      port2.postMessage(1);
    }),
  'file picked by a person': async () => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['hello'], 'a.txt'));
    const input = document.createElement('input');
    input.type = 'file';
    input.files = transfer.files;
    return (await input.files?.[0]?.text()) === 'hello';
  },
  'WebSocket class and event source class': () =>
    typeof WebSocket === 'function' && typeof EventSource === 'function',
};

/** @type {Record<string, () => unknown>} */
const storesForGood = {
  IndexedDB: () =>
    new Promise((resolve) => {
      const request = indexedDB.open('mine', 1);
      request.addEventListener('success', () => resolve(true));
      request.addEventListener('error', () => resolve(false));
    }),
  'cache storage': async () => {
    const cache = await caches.open('mine');
    await cache.add('data.json');
    return (await cache.match('data.json'))?.ok;
  },
  'web locks': () => navigator.locks.request('mine', async (lock) => lock !== null),
  'broadcast channel': () =>
    new Promise((resolve) => {
      const [a, b] = [new BroadcastChannel('c'), new BroadcastChannel('c')];
      a.addEventListener('message', ({ data }) => resolve(data === 1));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      b.postMessage(1);
    }),
  'private file system': async () => (await navigator.storage.getDirectory()).kind === 'directory',
  'shared worker': () =>
    new Promise((resolve) => {
      const worker = new SharedWorker('work/shared.js');
      worker.port.addEventListener('message', ({ data }) => resolve(data === 'shared'));
      worker.port.start();
      worker.addEventListener('error', () => resolve(false));
    }),
  'fetch of a page fragment': async () => (await (await fetch('page.html')).text()).includes('Second page'),
};

const all = { ...features, ...storesForGood };

/** What a sandbox does not have fails so that `catch` sees it, and the page goes on. */
const softly = {
  'service worker': async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.register('classic.js');
  },
  ...storesForGood,
};
Object.assign(window, {
  featureNames: Object.keys(features),
  ownHostFeatureNames: Object.keys(storesForGood),
  failsSoftly: async (/** @type {string} */ name) => {
    try {
      const outcome = await Promise.race([
        softly[name]?.(),
        new Promise((resolve) => setTimeout(resolve, 1500, 'silence')),
      ]);
      return outcome === true ? 'works' : String(outcome);
    } catch (error) {
      return /** @type {Error} */ (error).name;
    }
  },
  tryFeature: async (/** @type {string} */ name) => {
    try {
      return (await all[name]?.()) ? 'works' : 'gives a wrong answer';
    } catch (error) {
      return String(error);
    }
  },
});
