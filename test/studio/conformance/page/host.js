// The page that embeds the Studio under test. It knows windows and messages and nothing of the protocol: what is sent and
// what that means is decided in rules/.
(() => {
  const heard = [];
  const wakers = new Set();
  addEventListener('message', ({ source, data }) => {
    const frames = [...document.querySelectorAll('iframe')];
    const from = frames.find((frame) => frame.contentWindow === source)?.name ?? '';
    heard.push({ from, data });
    for (const wake of wakers) wake();
  });

  window.conformance = {
    /** @param {string} name @param {string} url @param {string | null} sandbox */
    open(name, url, sandbox) {
      const frame = document.createElement('iframe');
      frame.name = name;
      frame.id = name;
      frame.title = 'Studio under test';
      if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
      frame.src = url;
      document.querySelector('main').append(frame);
    },
    /** @param {string} name */
    close(name) {
      document.getElementById(name)?.remove();
    },
    /** What the window of a frame has sent so far. @param {string} name */
    heard: (name) => heard.filter(({ from }) => from === name).map(({ data }) => data),
    /** @param {string} name @param {unknown[]} messages */
    post(name, messages) {
      for (const message of messages) document.getElementById(name).contentWindow.postMessage(message, '*');
    },
    /**
     * Posts requests in one go and waits for a response to each, in whatever order these come.
     * @param {string} name @param {{ id: string }[]} requests @param {number} patience milliseconds
     * @returns {Promise<unknown[]>} null for each that was not answered
     */
    ask(name, requests, patience) {
      const start = heard.length;
      this.post(name, requests);
      return new Promise((resolve) => {
        const collect = () => {
          const left = heard
            .slice(start)
            .filter(({ from, data }) => from === name && data !== null && typeof data === 'object')
            .map(({ data }) => data);
          return requests.map(({ id }) => {
            const at = left.findIndex((data) => data.kind === 'response' && data.id === id);
            return at < 0 ? null : left.splice(at, 1)[0];
          });
        };
        const end = (answers) => {
          wakers.delete(look);
          clearTimeout(late);
          resolve(answers);
        };
        const look = () => {
          const answers = collect();
          if (!answers.includes(null)) end(answers);
        };
        const late = setTimeout(() => end(collect()), patience);
        wakers.add(look);
        look();
      });
    },
    /** Lets another window of this site post. @param {string} name @param {unknown[]} messages */
    postByStranger(name, messages) {
      const { tell } = document.getElementById('stranger').contentWindow;
      for (const message of messages) tell(document.getElementById(name).contentWindow, message);
    },
    heardByStranger: () => document.getElementById('stranger').contentWindow.heard,
    /** What is in a picture. @param {string} url */
    async picture(url) {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const middle = context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
      return { width: canvas.width, height: canvas.height, middle: [...middle] };
    },
    /** The `platform-doc` elements of a renderer, without running it. @param {string} html */
    places(html) {
      const page = new DOMParser().parseFromString(html, 'text/html');
      return [...page.querySelectorAll('#platform-doc')].map((element) => ({
        tag: element.localName,
        type: element.getAttribute('type'),
        text: element.textContent.trim(),
      }));
    },
    /** Runs a renderer as it is, in a frame without an origin. @param {string} html @returns its complaints */
    run(html) {
      return new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        const start = heard.length;
        const watch =
          '<script>addEventListener("error", ({ message }) => parent.postMessage({ complaint: String(message) }, "*"))</' +
          'script>';
        frame.srcdoc = html.replace(/^\s*(<!doctype[^>]*>)?/i, (opening) => opening + watch);
        // Two turns later what its scripts threw is here.
        frame.addEventListener('load', () =>
          setTimeout(() => {
            frame.remove();
            resolve(heard.slice(start).flatMap(({ data }) => data?.complaint ?? []));
          }, 50),
        );
        document.querySelector('main').append(frame);
      });
    },
    /** Messages that no request is, and some of which cannot be written as JSON. @param {string} source */
    malformed(source) {
      const request = { source, kind: 'request', id: 'malformed', method: 'setDocument' };
      const params = { document: '{"title":"malformed"}' };
      const cyclic = { ...request, id: {}, params };
      cyclic.self = cyclic;
      return [
        undefined,
        null,
        true,
        7,
        Number.NaN,
        10n,
        '',
        source,
        JSON.stringify({ ...request, params }),
        [],
        [{ ...request, params }],
        {},
        new Date(),
        new Map(Object.entries({ ...request, params })),
        new Set([source]),
        new ArrayBuffer(8),
        new Uint8Array(1_000_000),
        /x/,
        cyclic,
        { ...request, method: null, params },
        { ...request, method: {}, params },
        { ...request, kind: null, params },
        { ...request, kind: ['request'], params },
        { ...request, source: [source], params },
        { ...request, source: null, params },
        { source },
        { source, kind: 'request' },
        JSON.parse(`{"__proto__":${JSON.stringify({ ...request, params })}}`),
        { filler: 'x'.repeat(5_000_000) },
      ];
    },
    /** @param {string} name @param {string} source */
    postMalformed(name, source) {
      this.post(name, this.malformed(source));
    },
  };
})();
