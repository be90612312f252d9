import { createHash } from 'node:crypto';
import { insertDocument } from './content/insert-document.ts';
import { kindOf, type KindId } from './content/kinds.ts';
import { formPage } from './form-page.ts';
import type { Project } from './db/generated/client.ts';
import { ApiError } from './errors.ts';
import { readContent } from './projects/project.ts';
import type { Site } from './publish/site.ts';
import { submitRequest } from './submissions/rest.ts';
import type { Submissions } from './submissions/service.ts';

/**
 * A published project as a site of one page (spec 4.5): its renderer, or the kind's own, with the document in it. The
 * page is named by its content, so that what is cached of it is right whatever was changed.
 */
export function projectSite(project: Project, submissions: Submissions): Site {
  const renderer = project.renderer ?? kindOf(project.kind as KindId).defaultRenderer;
  const isOwnForm = project.renderer === null && project.kind === 'form';
  const hash = createHash('sha256').update(renderer).update('\0').update(project.document).digest('hex');
  return {
    spaceId: project.id,
    name: readContent(project).title,
    version: project.version,
    aml: '',
    files: new Map([['index.html', hash]]),
    readBlob: async () => insertDocument(renderer, project.document),
    ...(isOwnForm ? { page: formPage(project, submissions) } : {}),
    replacedFiles: async () => null,
    async answerBridge(route, request) {
      if (route === '_data' && request.method === 'POST')
        return submitRequest(submissions, project.id, request);
      throw new ApiError('forbidden', 'What people answered is for the author of this form only.');
    },
  };
}
