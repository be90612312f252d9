import { getContext, setContext } from 'svelte';
import type { OwnProjectQuery, SaveProjectInput } from '#lib/gql/graphql.ts';
import { ask, change } from '#lib/graphql/client.ts';
import { sentenceOf } from '#lib/graphql/failure.ts';
import { keptAlive } from '#lib/graphql/kept-alive.ts';
import { projectDocument, saveContentDocument, saveProjectDocument } from './documents.ts';

export type Project = NonNullable<NonNullable<OwnProjectQuery['viewer']>['project']>;
export type ProjectChange = Omit<SaveProjectInput, 'id' | 'clientMutationId'>;

/** One project of the viewer's, shared by the pages about it. */
export class OwnProject {
  readonly id: string;
  /** `null` until it has arrived; `absent` when there is none of the viewer's with this id. */
  state = $state.raw<Project | 'absent' | null>(null);
  failure = $state<string | null>(null);

  constructor(id: string) {
    this.id = id;
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      const { viewer } = await ask(projectDocument, { id: this.id });
      const read = viewer?.project ?? 'absent';
      // A save may have been faster than the answer.
      if (read === 'absent' || !this.#isNewerThan(read)) this.state = read;
    } catch (thrown) {
      this.failure = sentenceOf(thrown);
    }
  }

  /** Stores what changed and reads the whole anew. @throws {Failure} of the save; the project stays as it was */
  async save(input: ProjectChange): Promise<void> {
    await change(saveProjectDocument, { input: { id: this.id, ...input } });
    await this.load();
  }

  /**
   * Stores what is edited, on top of the version that it was made from. @returns the version that it is now
   * @throws {Failure} `conflict` where there is another version; nothing was overwritten
   */
  async saveContent(
    baseVersion: number,
    content: Pick<ProjectChange, 'document' | 'renderer' | 'schemaVersion'>,
  ): Promise<number> {
    const input = { id: this.id, baseVersion, ...content };
    const { saveProject } = await change(saveContentDocument, { input }, keptAlive(input));
    const saved = saveProject.project;
    const { state } = this;
    if (state !== null && state !== 'absent' && !this.#isNewerThan(saved)) {
      const { document, renderer = state.renderer } = content;
      this.state = { ...state, ...saved, document, renderer };
    }
    return saved.version;
  }

  #isNewerThan({ version }: Pick<Project, 'version'>): boolean {
    return this.state !== null && this.state !== 'absent' && this.state.version > version;
  }
}

const KEY = Symbol('own project');

export function shareProject(get: () => OwnProject): void {
  setContext(KEY, get);
}

/** The project of the page around; there is one on every page under `/forms/{id}` and `/slides/{id}`. */
export function projectHere(): OwnProject {
  const get = getContext<(() => OwnProject) | undefined>(KEY);
  if (get === undefined) throw new Error('There is no project around this part.');
  return get();
}
