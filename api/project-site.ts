import { createHash } from 'node:crypto';
import { insertDocument } from './content/insert-document.ts';
import { kindOf, type KindId } from './content/kinds.ts';
import { formPage } from './form-page.ts';
import { slidesPage } from './slides-page.ts';
import type { Project } from './db/generated/client.ts';
import { ApiError } from './errors.ts';
import { readContent } from './projects/project.ts';
import type { Site, SitePage } from './publish/site.ts';
import { submitRequest } from './submissions/rest.ts';
import type { Submissions } from './submissions/service.ts';

/**
 * A published project as a site of one page (spec 4.5): its renderer, or the kind's own, with the document in it. The
 * page is named by its content, so that what is cached of it is right whatever was changed.
 */
export function projectSite(project: Project, submissions: Submissions): Site {
  const renderer = project.renderer ?? kindOf(project.kind as KindId).defaultRenderer;
  const page = project.renderer === null ? ownPage(project, submissions) : null;
  const hash = createHash('sha256').update(renderer).update('\0').update(project.document).digest('hex');
  return {
    spaceId: project.id,
    name: readContent(project).title,
    version: project.version,
    aml: '',
    files: new Map([['index.html', hash]]),
    readBlob: async () => insertDocument(renderer, project.document),
    ...(page === null ? {} : { page }),
    replacedFiles: async () => null,
    async answerBridge(route, request) {
      if (route === '_data' && request.method === 'POST')
        return submitRequest((answer) => submissions.accept(project, answer), request);
      throw new ApiError('forbidden', 'What people answered is for the author of this form only.');
    },
  };
}

/** A project's page as one file that draws itself, for its owner: it takes no answers, and looks as it does in the market. */
export function projectPreviewSite(project: Project, submissions: Submissions): Site {
  const { page: _, ...site } = projectSite(project, submissions);
  return {
    ...site,
    async answerBridge() {
      throw new ApiError('forbidden', 'This is a preview: nothing is sent.');
    },
  };
}

/** The page of a kind that the server makes for each visit, so that it is read without scripts. */
function ownPage(project: Project, submissions: Submissions): SitePage {
  const pages: Readonly<Record<KindId, () => SitePage>> = {
    form: () => formPage(project, submissions),
    slides: () => slidesPage(project),
  };
  return pages[project.kind as KindId]();
}
