import type { FormDocument } from './content/form/document.ts';
import {
  BROWSER_INPUT,
  entriesOf,
  LANGUAGE_INPUT,
  MARK_INPUT,
  mistakesOf,
  prefill,
  readAnswer,
  TOKEN_INPUT,
  type Entries,
  type Mistakes,
} from './content/form/page/answer.ts';
import { acceptedLanguages, isLanguage, pickLanguage, type Language } from './content/page/language.ts';
import { readOptions, type PageOptions } from './content/form/page/options.ts';
import { wholeFormPage } from './content/form/page/page.ts';
import { renderForm, renderThanks } from './content/form/page/render.ts';
import { wordsIn } from './content/form/page/words.ts';
import type { PageVisit, SitePage } from './publish/site.ts';

/** The service of answers, as far as a page needs it (api/submissions). */
export interface FormGate<P> {
  /** What a page is loaded with, each time anew. */
  options(project: P): Promise<unknown>;
  note(
    project: P,
    visit: { readonly token: string | null; readonly marks: readonly string[] },
  ): Promise<void>;
  accept(
    project: P,
    answer: {
      readonly values: unknown;
      readonly token: string | null;
      readonly browser: string | null;
      readonly fromPage: true;
    },
  ): Promise<unknown>;
}

/** What there is to show besides the form itself. */
interface Shown {
  readonly entries: Entries;
  readonly mistakes: Mistakes;
  readonly problem: string | null;
}

const NOTHING: Shown = { entries: new Map(), mistakes: new Map(), problem: null };

/** The page of a published form without a renderer of its own (spec 4.5): made on the server, so that it needs no script. */
export function formPage<P extends { readonly document: string }>(
  project: P,
  submissions: FormGate<P>,
): SitePage {
  const document = JSON.parse(project.document) as FormDocument;
  const load = async (): Promise<PageOptions> => readOptions(await submissions.options(project));

  function render(visit: PageVisit, options: PageOptions, language: Language, shown: Shown): string {
    const words = wordsIn(language);
    const content =
      visit.part === 'thanks'
        ? renderThanks(document, words, visit.basePath.replace(/(?<=.)\/$/, ''))
        : renderForm({ document, options, words, ...shown });
    return wholeFormPage({
      title: visit.part === 'thanks' ? `${words.say('thanks')} · ${document.title}` : document.title,
      words,
      accent: options.accent,
      content,
      documentJson: visit.part === 'thanks' ? '' : project.document,
      optionsJson: JSON.stringify(options),
      served: { nonce: visit.nonce, bridge: visit.bridge },
    });
  }

  return {
    async show(visit) {
      const options = await load();
      const language = languageOf(visit, options);
      const entries = visit.part === '' ? prefill(document, visit.query, language) : NOTHING.entries;
      return { status: 200, html: render(visit, options, language, { ...NOTHING, entries }) };
    },

    answers: {
      async take(form) {
        const given = readAnswer(document, entriesOf(form), writtenIn(form) ?? 'en');
        const { honeypot } = await load();
        const caught = honeypot === null ? null : form.get(honeypot);
        const values = caught ? { ...given, ...(honeypot && { [honeypot]: caught }) } : given;
        await submissions.accept(project, {
          values,
          token: form.get(TOKEN_INPUT),
          browser: form.get(BROWSER_INPUT) || null,
          fromPage: true,
        });
      },

      async note(form) {
        await submissions.note(project, { token: form.get(TOKEN_INPUT), marks: form.getAll(MARK_INPUT) });
      },

      async refused(visit, form, error) {
        const options = await load();
        const language = (form && writtenIn(form)) ?? languageOf(visit, options);
        const mistakes = mistakesOf(error.diagnostics ?? []);
        const shown = {
          entries: form === null ? NOTHING.entries : entriesOf(form),
          mistakes,
          problem: mistakes.size > 0 ? null : error.code,
        };
        // The same load of the page: whatever arrives twice of it is one answer.
        const token = form?.get(TOKEN_INPUT) ?? options.token;
        return { status: error.status, html: render(visit, { ...options, token }, language, shown) };
      },
    },
  };
}

function languageOf(visit: PageVisit, { language }: PageOptions): Language {
  return pickLanguage(language, acceptedLanguages(visit.acceptLanguage));
}

/** The language that the page was in when it was filled in: numbers are written by its rules. */
function writtenIn(form: URLSearchParams): Language | null {
  const language = form.get(LANGUAGE_INPUT);
  return isLanguage(language) ? language : null;
}
