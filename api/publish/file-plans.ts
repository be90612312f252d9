import { LRUCache } from 'lru-cache';
import type { BridgeConfig } from './bridge-script.ts';
import { tagKey } from './entity-tag.ts';
import type { Shape } from './isolation.ts';
import { mediaTypeOf, type MediaType } from './media-types.ts';
import type { Place } from './place.ts';
import { fileHeaders, type Embedders, type HeaderList } from './response-headers.ts';
import { pageKey } from './site-bodies.ts';

/** What is known of an answer before its body is there. */
export interface FilePlan {
  readonly media: MediaType;
  /** Names the body in the cache. */
  readonly bodyKey: string;
  /** Names the answer in its ETag. */
  readonly tag: string;
  /** For a body in UTF-8, or none that is text. */
  readonly headers: HeaderList;
  /** Those of an answer without a body. */
  readonly bare: HeaderList;
}

const PLANS = 20_000;

/** Keeps the plans of answers: hashes and headers are the same for every visitor of a file. */
export class FilePlans {
  readonly #place: Place;
  readonly #kept = new LRUCache<string, FilePlan>({ max: PLANS });

  constructor(place: Place) {
    this.#place = place;
  }

  planOf(
    path: string,
    hash: string,
    bridge: BridgeConfig,
    { shape, embedders }: { readonly shape: Shape; readonly embedders: Embedders },
  ): FilePlan {
    const media = mediaTypeOf(path);
    const page = media.role === 'html' ? `${bridge.basePath} ${bridge.appId} ${bridge.reportTo ?? ''}` : '';
    const key = `${shape} ${embedders} ${media.type} ${hash} ${page}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const bodyKey = media.role === 'html' ? pageKey(hash, bridge) : hash;
    const headers = fileHeaders(media, null, shape, this.#place, embedders);
    const { 'content-type': _, 'content-disposition': __, ...bare } = headers;
    const plan = { media, bodyKey, tag: tagKey(bodyKey, headers), headers, bare };
    this.#kept.set(key, plan);
    return plan;
  }
}
