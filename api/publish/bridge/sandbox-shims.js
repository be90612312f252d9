// What an ordinary page misses in a sandboxed document: its origin is opaque there, so storage, cookies and workers
// from a file throw a SecurityError (design 7). A browser that blocks storage in frames of other sites throws for
// storage too. The stand-ins live as long as the page view.

/** Puts the stand-ins in place where the real things throw; does nothing on an app's own host. */
export function installSandboxShims() {
  if (isAllowed(() => window.localStorage)) return;

  /** @param {() => unknown} access */
  function isAllowed(access) {
    try {
      access();
      return true;
    } catch {
      return false;
    }
  }

  /**
   * @param {object} target
   * @param {string} name
   * @param {PropertyDescriptor} descriptor
   */
  function define(target, name, descriptor) {
    Object.defineProperty(target, name, { configurable: true, enumerable: true, ...descriptor });
  }

  /** A Storage that forgets: methods, `length`, and entries as properties. */
  function createStorage() {
    /** @type {Map<string, string>} */
    const entries = new Map();
    const methods = {
      /** @param {unknown} key */
      getItem: (key) => entries.get(String(key)) ?? null,
      /**
       * @param {unknown} key
       * @param {unknown} value
       */
      setItem: (key, value) => void entries.set(String(key), String(value)),
      /** @param {unknown} key */
      removeItem: (key) => void entries.delete(String(key)),
      clear: () => entries.clear(),
      /** @param {number} index */
      key: (index) => [...entries.keys()][index] ?? null,
    };
    const target = Object.create(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(methods)));
    /** @param {string | symbol} key */
    const isEntry = (key) => typeof key === 'string' && entries.has(key);
    return new Proxy(target, {
      get: (object, key) => {
        if (key === 'length') return entries.size;
        if (key in object) return Reflect.get(object, key);
        return typeof key === 'string' ? entries.get(key) : undefined;
      },
      set: (_, key, value) => {
        if (typeof key === 'string') methods.setItem(key, value);
        return true;
      },
      has: (object, key) => key === 'length' || isEntry(key) || key in object,
      deleteProperty: (_, key) => {
        if (typeof key === 'string') methods.removeItem(key);
        return true;
      },
      ownKeys: () => [...entries.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        isEntry(key)
          ? { value: entries.get(String(key)), writable: true, enumerable: true, configurable: true }
          : undefined,
    });
  }

  /** A jar with names, values and expiry; path, domain and flags mean nothing within one page. */
  function createCookieJar() {
    /** @type {Map<string, string>} */
    const jar = new Map();
    return {
      get: () => [...jar].map(([name, value]) => (name ? name + '=' + value : value)).join('; '),
      /** @param {string} text */
      set: (text) => {
        const [pair = '', ...attributes] = String(text).split(';');
        const equals = pair.indexOf('=');
        const name = pair.slice(0, Math.max(0, equals)).trim();
        const value = pair.slice(equals + 1).trim();
        const attribute = (/** @type {string} */ wanted) =>
          attributes.map((part) => part.trim()).find((part) => part.toLowerCase().startsWith(wanted + '='));
        const age = attribute('max-age')?.slice(8);
        const expires = attribute('expires')?.slice(8);
        const isOver = age === undefined ? Date.parse(expires ?? '') <= Date.now() : Number(age) <= 0;
        if (isOver) jar.delete(name);
        else jar.set(name, value);
      },
    };
  }

  /** Starts a worker from a file by way of a data: URL, since an opaque origin may not load it directly. */
  function createWorkerClass(/** @type {typeof Worker} */ RealWorker) {
    return class Worker extends RealWorker {
      /**
       * @param {string | URL} address
       * @param {WorkerOptions} [options]
       */
      constructor(address, options) {
        const url = new URL(address, document.baseURI).href;
        super(/^(blob|data):/.test(url) ? url : bootstrap(url, options?.type === 'module'), options);
      }
    };
  }

  /**
   * @param {string} url
   * @param {boolean} isModule
   */
  function bootstrap(url, isModule) {
    const address = JSON.stringify(url);
    // The file's own relative addresses must not be read relative to that.
    const resolve =
      'const to=(a)=>typeof a==="string"?new URL(a,' +
      address +
      ').href:a;' +
      'const realFetch=self.fetch;self.fetch=(a,o)=>realFetch(to(a),o);';
    if (isModule) {
      // Static imports, so that no message arrives before the module listens.
      return script('import ' + JSON.stringify(script('{' + resolve + '}')) + ';import ' + address + ';');
    }
    return script(
      '{' +
        resolve +
        'const load=self.importScripts;' +
        'self.importScripts=(...a)=>load.apply(self,a.map((one)=>to(String(one))));}' +
        'importScripts(' +
        address +
        ');',
    );
  }

  /** @param {string} source */
  function script(source) {
    return 'data:text/javascript,' + encodeURIComponent(source);
  }

  define(window, 'localStorage', { value: createStorage() });
  define(window, 'sessionStorage', { value: createStorage() });
  define(document, 'cookie', createCookieJar());
  if (window.Worker && window.origin === 'null')
    define(window, 'Worker', { value: createWorkerClass(window.Worker), writable: true, enumerable: false });
  console.info('Storage is blocked here: local storage and cookies of this page last until it is left.');
}
