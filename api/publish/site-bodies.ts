import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BRIDGE_VERSION, bridgeScript, type BridgeConfig } from './bridge-script.ts';
import { compress, type Encoding } from './content-encoding.ts';
import { decodeDataUrl } from './data-url.ts';
import { injectScript } from './inject.ts';

/** The bytes of a served file. */
export interface Body {
  readonly bytes: Buffer;
  /** Charset that the stored data: URL names; null means UTF-8. */
  readonly charset: string | null;
}

type Load = () => Promise<Body>;

/** Most bytes of bodies, encoded ones included, that one process keeps at hand. */
const CACHE_BYTES = 96 * 1024 * 1024;
/** What an entry costs besides its bytes, roughly. */
const ENTRY_BYTES = 256;

/**
 * Bodies by content: versions and forks that share a file share its bytes, and each is decoded, injected and
 * compressed once however many ask at the same time.
 */
export class SiteBodies {
  readonly #cache: LRUCache<string, Body, { readonly load: Load }>;

  /** @param maxBytes most bytes kept at hand, encoded bodies included */
  constructor(maxBytes = CACHE_BYTES) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (body) => body.bytes.length + ENTRY_BYTES,
      fetchMethod: async (_key, _stale, { context }) => context.load(),
      // Losing its place in the cache while it loads is no reason to fail the visitor who waits.
      ignoreFetchAbort: true,
    });
  }

  /** A file as it is stored, `data:` URLs decoded. */
  async plain(hash: string, read: (hash: string) => Promise<string>): Promise<Body> {
    return this.#get(hash, async () => {
      const text = await read(hash);
      return decodeDataUrl(text) ?? { bytes: Buffer.from(text, 'utf8'), charset: null };
    });
  }

  /** A page with the bridge in it; `key` is pageKey's. */
  async page(
    key: string,
    config: BridgeConfig,
    hash: string,
    read: (hash: string) => Promise<string>,
  ): Promise<Body> {
    return this.#get(key, async () => {
      const plain = await this.plain(hash, read);
      return { ...plain, bytes: injectScript(plain.bytes, bridgeScript(config)) };
    });
  }

  /** The encoded bytes of a body that was loaded under `key`. */
  async encoded(key: string, body: Body, encoding: Encoding): Promise<Body> {
    return this.#get(`${key}-${encoding}`, async () => ({
      ...body,
      bytes: await compress(body.bytes, encoding),
    }));
  }

  async #get(key: string, load: Load): Promise<Body> {
    const body = await this.#cache.fetch(key, { context: { load } });
    return body ?? load();
  }
}

/** What identifies a page's bytes: its content and the bridge it is served with. */
export function pageKey(hash: string, config: BridgeConfig): string {
  return createHash('sha256')
    .update(`${hash}\n${BRIDGE_VERSION}\n${JSON.stringify(config)}`)
    .digest('hex');
}
