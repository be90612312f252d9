import { createHash } from 'node:crypto';
import type { ProjectAddress, Site, SiteSource } from '../../api/publish/site.ts';

/** Sites for tests of the publish origin, kept in memory as the market would hand them out. */
export class MemorySites implements SiteSource {
  readonly apps = new Map<string, Site | 'gone'>();
  readonly drafts = new Map<string, Site>();
  readonly #projects = new Map<string, Site>();
  /** How often a body was read. */
  reads = 0;
  readonly #blobs = new Map<string, string>();

  publish(appId: string, files: Readonly<Record<string, string>>, aml = ''): void {
    const before = this.apps.get(appId);
    const replaced = before === undefined || before === 'gone' ? null : before;
    const version = (replaced?.version ?? 0) + 1;
    this.apps.set(appId, {
      ...this.#site(appId, files, aml),
      version,
      replacedFiles: async () => replaced?.files ?? null,
    });
  }

  publishProject(address: ProjectAddress, id: string, page: string): void {
    this.#projects.set(JSON.stringify(address), this.#site(id, { 'index.html': page }, ''));
  }

  remove(appId: string): void {
    this.apps.set(appId, 'gone');
  }

  saveDraft(
    token: string,
    revision: number,
    spaceId: string,
    files: Readonly<Record<string, string>>,
    aml = '',
  ): void {
    this.drafts.set(`${token}/${revision}`, this.#site(spaceId, files, aml));
  }

  async app(appId: string): Promise<Site | 'gone' | null> {
    return this.apps.get(appId) ?? null;
  }

  async project(address: ProjectAddress): Promise<Site | null> {
    return this.#projects.get(JSON.stringify(address)) ?? null;
  }

  async draft(token: string, revision: number): Promise<Site | null> {
    return this.drafts.get(`${token}/${revision}`) ?? null;
  }

  #site(spaceId: string, files: Readonly<Record<string, string>>, aml: string): Site {
    const hashes = new Map<string, string>();
    for (const [path, text] of Object.entries(files)) {
      const hash = createHash('sha256').update(text).digest('hex');
      this.#blobs.set(hash, text);
      hashes.set(path, hash);
    }
    return {
      spaceId,
      name: `The app ${spaceId}`,
      version: 1,
      aml,
      files: hashes,
      readBlob: (hash) => this.#read(hash),
      replacedFiles: async () => null,
    };
  }

  async #read(hash: string): Promise<string> {
    this.reads += 1;
    const text = this.#blobs.get(hash);
    if (text === undefined) throw new Error(`No body ${hash}.`);
    return text;
  }
}
