/** File path to content hash (SHA-256 hexadecimal of the stored text). */
export type SiteFiles = ReadonlyMap<string, string>;

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
}

/** Where sites come from; the publish origin knows nothing of markets or drafts. */
export interface SiteSource {
  /** A published app; 'gone' after it was deleted or taken down (410). */
  app(appId: string): Promise<Site | 'gone' | null>;
  /** One revision of a draft behind its preview token. */
  draft(token: string, revision: number): Promise<Site | null>;
}
