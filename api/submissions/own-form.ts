import type { SessionUser } from '../accounts/session-user.ts';
import type { FormDocument } from '../content/form/document.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { isProjectId } from '../ids.ts';
import { requireOwner } from '../projects/store.ts';
import { formOf } from './form-of.ts';

export interface OwnForm {
  readonly project: Project;
  readonly document: FormDocument;
}

/** A project of one's own. @throws ApiError not_found when there is none, forbidden for another's (spec 4.4) */
export async function findOwn({ prisma }: Database, user: SessionUser, id: string): Promise<Project> {
  const project = isProjectId(id) ? await prisma.project.findUnique({ where: { id } }) : null;
  const live = project?.deletedAt === null ? project : null;
  requireOwner(live, user.id);
  if (live === null) throw new ApiError('not_found', 'There is no such project.');
  return live;
}

/** The same of a kind that collects. @throws ApiError invalid_request for any other */
export async function findOwnForm(db: Database, user: SessionUser, id: string): Promise<OwnForm> {
  const project = await findOwn(db, user, id);
  const document = formOf(project);
  if (document === null)
    throw new ApiError('invalid_request', `A project of the kind ${project.kind} collects no answers.`);
  return { project, document };
}
