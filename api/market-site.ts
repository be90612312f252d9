import { createHash } from 'node:crypto';
import { insertDocument } from './content/insert-document.ts';
import type { KindId } from './content/kinds.ts';
import { ApiError } from './errors.ts';
import { formPage, type FormGate } from './form-page.ts';
import { contentFiles, KIND_NAMES } from './market/kinds.ts';
import type { Site, SitePage } from './publish/site.ts';
import { slidesPage } from './slides-page.ts';

/**
 * A form or deck of the market as a site: shown as its own address would show it, with nobody's settings. It takes no
 * answers, since nobody asks them: who wants answers forks it.
 */
export function contentSite(
  kind: KindId,
  site: Pick<Site, 'files' | 'readBlob'>,
): Pick<Site, 'files' | 'readBlob' | 'page' | 'answerBridge'> {
  const { document, renderer } = contentFiles(site.files);
  const readDocument = (): Promise<string> => site.readBlob(document);
  const bridge = {
    async answerBridge(): Promise<never> {
      throw takesNothing(kind);
    },
  };
  if (renderer === null) {
    // The page is no file: `index.html` leads to it, and the document is there to be read.
    return { files: site.files, readBlob: site.readBlob, page: ownPage(kind, readDocument), ...bridge };
  }
  // The same renderer with another document is another page, and pages are kept by their hash.
  const page = createHash('sha256').update(`${renderer} ${document}`).digest('hex');
  return {
    files: new Map([...site.files, ['index.html', page]]),
    readBlob: async (hash) =>
      hash === page
        ? insertDocument(await site.readBlob(renderer), await readDocument())
        : site.readBlob(hash),
    ...bridge,
  };
}

function ownPage(kind: KindId, readDocument: () => Promise<string>): SitePage {
  const pages: Readonly<Record<KindId, (document: string) => SitePage>> = {
    form: (document) => formPage({ document }, PREVIEW),
    slides: (document) => slidesPage({ document, settings: {} }),
  };
  const made = async (): Promise<SitePage> => pages[kind](await readDocument());
  const page: SitePage = { show: async (visit) => (await made()).show(visit) };
  if (kind !== 'form') return page;
  return {
    ...page,
    answers: {
      take: async () => {
        throw takesNothing(kind);
      },
      note: async () => {},
      async refused(visit, form, error) {
        const { answers } = await made();
        if (!answers) throw error;
        return answers.refused(visit, form, error);
      },
    },
  };
}

/** What a form's page is told that only shows the form. */
const PREVIEW: FormGate<{ readonly document: string }> = {
  options: async () => ({ preview: true }),
  note: async () => {},
  accept: async () => {
    throw takesNothing('form');
  },
};

function takesNothing(kind: KindId): ApiError {
  return new ApiError(
    'forbidden',
    `This is ${KIND_NAMES[kind]} in the market, to look at: nothing is sent. Fork it to use it.`,
  );
}
