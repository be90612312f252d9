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
  /** A small body as one character per byte, which Node sends together with the head: two writes cost more. */
  readonly latin1: string | null;
}

type Load = () => Promise<Body>;

/** Most bytes of bodies, encoded ones included, that one process keeps at hand. */
const CACHE_BYTES = 96 * 1024 * 1024;
/** Up to this many bytes a body goes out in the same write as its head. */
const SMALL_BYTES = 16 * 1024;
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
      sizeCalculation: (body) => body.bytes.length + (body.latin1?.length ?? 0) + ENTRY_BYTES,
      fetchMethod: async (_key, _stale, { context }) => context.load(),
      // Losing its place in the cache while it loads is no reason to fail the visitor who waits.
      ignoreFetchAbort: true,
    });
  }

  /** A file as it is stored, `data:` URLs decoded. */
  async plain(hash: string, read: (hash: string) => Promise<string>): Promise<Body> {
    return this.#get(hash, async () => {
      const text = await read(hash);
      const decoded = decodeDataUrl(text);
      return decoded ? bodyOf(decoded.bytes, decoded.charset) : bodyOf(Buffer.from(text, 'utf8'), null);
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
      return bodyOf(injectScript(plain.bytes, bridgeScript(config)), plain.charset);
    });
  }

  /** The encoded bytes of a body that was loaded under `key`. */
  async encoded(key: string, body: Body, encoding: Encoding): Promise<Body> {
    return this.#get(`${key}-${encoding}`, async () =>
      bodyOf(await compress(body.bytes, encoding), body.charset),
    );
  }

  async #get(key: string, load: Load): Promise<Body> {
    const body = await this.#cache.fetch(key, { context: { load } });
    return body ?? load();
  }
}

function bodyOf(bytes: Buffer, charset: string | null): Body {
  return { bytes, charset, latin1: bytes.length <= SMALL_BYTES ? bytes.toString('latin1') : null };
}

/** What identifies a page's bytes: its content and the bridge it is served with. */
export function pageKey(hash: string, config: BridgeConfig): string {
  return createHash('sha256')
    .update(`${hash}\n${BRIDGE_VERSION}\n${JSON.stringify(config)}`)
    .digest('hex');
}
