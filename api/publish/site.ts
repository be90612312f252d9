import type { BridgeRoute } from '../data/contract.ts';
import type { ApiError } from '../errors.ts';
import type { PlainAnswer } from '../http/plain-answer.ts';

/** File path to content hash (SHA-256 hexadecimal of the stored text). */
export type SiteFiles = ReadonlyMap<string, string>;

/** How a request names a published project: by its id in the path, or by the host as a whole. */
export type ProjectAddress =
  { readonly id: string } | { readonly slug: string } | { readonly customHost: string };

/** One look at a page that is made for each visit. */
export interface PageVisit {
  /** `thanks` is where a sent form leads. */
  readonly part: '' | 'thanks';
  readonly query: URLSearchParams;
  readonly acceptLanguage: string | undefined;
  /** Absolute path of the page, with a trailing slash. */
  readonly basePath: string;
  /** What the page's policy lets its own scripts run by. */
  readonly nonce: string;
  /** The bridge's script, to stand before any other. */
  readonly bridge: string;
}

export interface MadePage {
  readonly status: number;
  readonly html: string;
}

/** A page that is made for each visit. */
export interface SitePage {
  /** @throws ApiError not_found for a part that this page does not have */
  show(visit: PageVisit): Promise<MadePage>;
  /** There where something can be posted to it. */
  readonly answers?: PageAnswers;
}

/** What a page takes. */
export interface PageAnswers {
  /** Takes a form that was sent. @throws ApiError when nothing was stored */
  take(form: URLSearchParams): Promise<void>;
  /** Takes note of how far a visitor got; what does not come from a page of ours is passed over. */
  note(form: URLSearchParams): Promise<void>;
  /** The page again with what was sent, where it could be read, and why it was not taken. */
  refused(visit: PageVisit, form: URLSearchParams | null, error: ApiError): Promise<MadePage>;
}

/** What the publish origin serves: one set of files and the data space behind it. */
export interface Site {
  /** Id that `window.platform.appId` shows and that scopes the rows. */
  readonly spaceId: string;
  /** What people call it; for the pages that say what is missing. */
  readonly name: string;
  /** Grows with every publication. */
  readonly version: number;
  readonly aml: string;
  readonly files: SiteFiles;
  /** The stored text behind a hash; a binary asset is the text of its data: URL (design 4). */
  readBlob(hash: string): Promise<string>;
  /** The files that this version replaced, while that is so recent that pages of then are still open; else null. */
  replacedFiles(): Promise<SiteFiles | null>;
  /** Stands for `index.html` where that page is made for each visit. */
  readonly page?: SitePage;
  /** Answers the bridge itself, where the rows are not an app's in the data plane. */
  answerBridge?(route: BridgeRoute, request: Request): Promise<PlainAnswer>;
}

/** Where sites come from; the publish origin knows nothing of markets, drafts or forms. */
export interface SiteSource {
  /** A published app; 'gone' after it was deleted or taken down (410). */
  app(appId: string): Promise<Site | 'gone' | null>;
  /** A published project; 'gone' after it was deleted, where it is named by its id. */
  project(address: ProjectAddress): Promise<Site | 'gone' | null>;
  /** One revision of a draft behind its preview token, or a project behind one that was issued for it. */
  draft(token: string, revision: number): Promise<Site | null>;
}
