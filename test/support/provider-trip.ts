import type { Answer, Installation } from './installation.ts';

/** A browser on its way to the identity provider and back, with a cookie jar for each of the two. */
export class ProviderTrip {
  readonly #site: Installation;
  /** The site's cookies as a browser would send them. */
  cookie = '';
  #theirs = '';

  constructor(site: Installation) {
    this.#site = site;
  }

  /** The address at the provider that the browser is sent to. */
  async begin(intent = 'sign_in'): Promise<URL> {
    const path = `/api/auth/google/start?intent=${intent}`;
    const answer = await this.#site.call({ path, headers: { cookie: this.cookie } });
    if (answer.status !== 302) throw new Error(`The start answered ${answer.status} ${answer.text}`);
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    this.cookie = set.split(';')[0] ?? '';
    return new URL(answer.headers.location ?? '');
  }

  /** Signs in at the provider and comes back with its answer's query. */
  async signIn(address: URL): Promise<URLSearchParams> {
    let next = address;
    while (!next.href.startsWith(this.#site.baseUrl)) {
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie: this.#theirs } });
      const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      const jar = new Map(
        [...this.#theirs.split('; '), ...pairs].filter(Boolean).map((pair) => [pair.split('=')[0], pair]),
      );
      this.#theirs = [...jar.values()].join('; ');
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      next = new URL(to, next);
    }
    return next.searchParams;
  }

  /** Brings the provider's answer to the site. What it says in return is behind the `#`. */
  async callBack(query: URLSearchParams | string, cookie = this.cookie): Promise<URLSearchParams> {
    const path = `/api/auth/google/callback?${query}`;
    const answer = await this.#site.call({ path, headers: { cookie } });
    const to = new URL(answer.headers.location ?? 'nowhere:');
    if (
      answer.status !== 302 ||
      `${to.origin}${to.pathname}` !== `${this.#site.baseUrl}/signin/done` ||
      to.search
    ) {
      throw new Error(`The callback answered ${answer.status} ${to} ${answer.text}`);
    }
    return new URLSearchParams(to.hash.slice(1));
  }

  exchange(code: string | null, token?: string, cookie = this.cookie): Promise<Answer> {
    return this.#site.call({
      method: 'POST',
      path: '/api/auth/exchange',
      headers: { cookie },
      body: { code },
      ...(token ? { token } : {}),
    });
  }

  /** All of it. */
  async complete(intent = 'sign_in', token?: string): Promise<Answer> {
    const done = await this.callBack(await this.signIn(await this.begin(intent)));
    if (!done.has('code')) throw new Error(`The callback gave no code but ${done}`);
    return this.exchange(done.get('code'), token);
  }
}
