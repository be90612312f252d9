import type { KindId } from '@platform/api/content/kinds.ts';
import type { ContentKind, OwnProjectQuery } from '#lib/gql/graphql.ts';

type Project = NonNullable<NonNullable<OwnProjectQuery['viewer']>['project']>;

export const KIND_ID: Readonly<Record<ContentKind, KindId>> = { FORM: 'form', SLIDES: 'slides' };

/** What is edited of a project. */
export interface ProjectContent {
  /** The document as it is written here; one with mistakes may be no JSON. */
  readonly text: string;
  /** Null is the kind's own page. */
  readonly renderer: string | null;
  readonly schemaVersion: number;
}

/** A project's content as the server has it. */
export interface StoredContent extends ProjectContent {
  /** What a save names, so that nothing is overwritten that was not seen. */
  readonly version: number;
}

export function storedContent({ document, renderer, schemaVersion, version }: Project): StoredContent {
  return { text: JSON.stringify(document, null, 2), renderer: renderer ?? null, schemaVersion, version };
}

/** The document, or undefined where the text is no JSON. */
export function documentOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the two are stored alike: the white space between the parts of a document is not. */
export function isSame(a: ProjectContent, b: ProjectContent): boolean {
  return a.renderer === b.renderer && a.schemaVersion === b.schemaVersion && isSameText(a.text, b.text);
}

function isSameText(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [documentOf(a), documentOf(b)];
  return one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other);
}
