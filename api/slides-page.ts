import { acceptedLanguages, pickLanguage } from './content/page/language.ts';
import type { SlidesDocument } from './content/slides/document.ts';
import { readOptions } from './content/slides/page/options.ts';
import { deckPage } from './content/slides/page/page.ts';
import type { Project } from './db/generated/client.ts';
import { ApiError } from './errors.ts';
import { readSettings } from './projects/settings.ts';
import type { SitePage } from './publish/site.ts';

/** The page of a published deck without a renderer of its own (spec 4.5): all slides are in it, so that it needs no script. */
export function slidesPage(project: Pick<Project, 'document' | 'settings'>): SitePage {
  return {
    async show({ part, acceptLanguage, nonce, bridge }) {
      if (part !== '') throw new ApiError('not_found', 'There is nothing at this address.');
      const document = JSON.parse(project.document) as SlidesDocument;
      const options = readOptions(readSettings(project));
      const language = pickLanguage(options.language, acceptedLanguages(acceptLanguage));
      return {
        status: 200,
        html: deckPage(document, project.document, options, language, { nonce, bridge }),
      };
    },
  };
}
