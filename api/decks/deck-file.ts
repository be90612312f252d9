import { insertDocument } from '../content/insert-document.ts';
import { acceptedLanguages, pickLanguage } from '../content/page/language.ts';
import type { SlidesDocument } from '../content/slides/document.ts';
import { readOptions } from '../content/slides/page/options.ts';
import { deckPage } from '../content/slides/page/page.ts';
import type { Project } from '../db/generated/client.ts';
import { readSettings } from '../projects/settings.ts';

/**
 * A deck as one HTML file that needs no server and no network: what its page is, with all slides in it. The file of a
 * deck with a renderer of its own is that renderer with the document in it, which may ask for whatever its author wrote.
 * @param acceptLanguage whose words the file gets, where the owner chose none
 */
export function deckFile(project: Project, acceptLanguage: string | undefined): string {
  const { document, renderer } = project;
  if (renderer !== null) return insertDocument(renderer, document);
  const options = readOptions(readSettings(project));
  const language = pickLanguage(options.language, acceptedLanguages(acceptLanguage));
  return deckPage(JSON.parse(document) as SlidesDocument, document, options, language, null);
}
