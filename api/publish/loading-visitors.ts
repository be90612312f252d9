import { LRUCache } from 'lru-cache';
import { LIMITS } from '../limits.ts';
import { header, isNavigation, isPartOfPage, type Exchange } from './exchange.ts';
import type { Site } from './site.ts';

/** Most visitors that are remembered; beyond, the one who came first is forgotten. */
const VISITORS = 20_000;
const USER_AGENT_CHARACTERS = 200;

/**
 * Remembers for a short time which version of an app a visitor's page came from, so that a republish in the middle of
 * loading does not mix two versions: the page's own requests are answered from the version of the page. Two visitors
 * behind one address with the same browser count as one; the page that was opened last decides, so neither ever gets
 * a version older than their page.
 */
export class LoadingVisitors {
  readonly #opened: LRUCache<string, Site>;

  /** @param ms how long after a page its requests belong to the page's version */
  constructor(ms = LIMITS.pageLoadMs) {
    this.#opened = new LRUCache({ max: VISITORS, ttl: ms });
  }

  /**
   * The version to answer a request from. Browsers that send no `Sec-Fetch-Dest`, and programs, get the current one.
   * @param address of the client
   * @param label of the app
   * @param current what is published now
   */
  versionFor(exchange: Exchange, address: () => string, label: string, current: Site): Site {
    if (header(exchange, 'sec-fetch-dest') === undefined) return current;
    const visitor = `${label} ${address()} ${header(exchange, 'user-agent')?.slice(0, USER_AGENT_CHARACTERS)}`;
    if (isPartOfPage(exchange)) return this.#opened.get(visitor) ?? current;
    if (isNavigation(exchange)) this.#opened.set(visitor, current);
    return current;
  }
}
