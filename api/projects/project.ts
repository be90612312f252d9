import { kindOf, type ContentKinds, type KindId } from '../content/kinds.ts';
import type { JsonSchema } from '../content/kind.ts';
import type { Project, ProjectHost } from '../db/generated/client.ts';
import { challengeName } from './host-proof.ts';
import { schemaStateOf, type SchemaState } from './schema-state.ts';
import { readSettings, type ProjectSettings } from './settings.ts';

/** A project with the custom hosts that it claims now. */
export type ProjectRow = Project & { readonly hosts: readonly ProjectHost[] };

/** Where a custom host stands, and what its owner has to put into DNS. */
export interface HostState {
  readonly host: string;
  readonly verified: boolean;
  readonly txtName: string;
  readonly txtValue: string;
  readonly checkedAt: Date | null;
  /** What the last check found wrong; null when it found the record, or before the first. */
  readonly problem: string | null;
}

/** A project as its owner sees it (design 4). */
export interface OwnProject extends SchemaState {
  readonly id: string;
  readonly kind: KindId;
  readonly title: string;
  readonly document: unknown;
  /** Null for a kind that collects nothing. */
  readonly recordSchema: JsonSchema | null;
  readonly renderer: string | null;
  readonly ownerId: string;
  readonly slug: string | null;
  readonly hosts: readonly string[];
  readonly hostStates: readonly HostState[];
  readonly published: boolean;
  readonly schemaVersion: number;
  readonly rendererSchemaVersion: number | null;
  readonly settings: ProjectSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What anybody may see of a published project that collects (design 4). */
export type PublicProject = Pick<
  OwnProject,
  'id' | 'kind' | 'title' | 'document' | 'recordSchema' | 'renderer' | 'schemaVersion'
>;

/** What is read out of a stored document. */
export function readContent(row: Pick<Project, 'kind' | 'document'>) {
  const kind = row.kind as KindId;
  const document: unknown = JSON.parse(row.document);
  return { kind, title: titleOf(document), document, recordSchema: recordSchemaOf(kind, document) };
}

export function toPublicProject(row: Project): PublicProject {
  const { id, renderer, schemaVersion } = row;
  return { id, ...readContent(row), renderer, schemaVersion };
}

/** @param kinds says which schema version is the current one */
export function toOwnProject(row: ProjectRow, kinds: ContentKinds): OwnProject {
  const { ownerId, slug, published, rendererSchemaVersion, createdAt, updatedAt } = row;
  const hosts = row.hosts.filter(({ removedAt }) => removedAt === null);
  return {
    ...toPublicProject(row),
    ownerId,
    slug,
    hosts: hosts.map(({ host }) => host),
    hostStates: hosts.map(toHostState),
    published,
    rendererSchemaVersion,
    ...schemaStateOf(kinds[row.kind as KindId], row),
    settings: readSettings(row),
    createdAt,
    updatedAt,
  };
}

export function collects(kind: KindId): boolean {
  return kindOf(kind).data.collects;
}

function toHostState({ host, token, verifiedAt, checkedAt, problem }: ProjectHost): HostState {
  return {
    host,
    verified: verifiedAt !== null,
    txtName: challengeName(host),
    txtValue: token,
    checkedAt,
    problem,
  };
}

function recordSchemaOf(kind: KindId, document: unknown): JsonSchema | null {
  const { data } = kindOf(kind);
  return data.collects ? data.recordSchema(document) : null;
}

/** Every kind's documents have a title (spec 2.4). */
function titleOf(document: unknown): string {
  return (document as { readonly title: string }).title;
}
