import { markup, type Html } from '../../page/html.ts';
import { themeCss } from '../../page/theme.ts';
import { wholePage, type WholePage } from '../../page/whole-page.ts';
import { SCRIPT, STYLE } from './page.generated.js';

/** What a form's whole page is made of. */
export interface FormPageParts extends Pick<
  WholePage,
  'title' | 'words' | 'documentJson' | 'optionsJson' | 'served'
> {
  readonly accent: string | null;
  readonly content: Html;
}

/** A complete page of a form. */
export function wholeFormPage({ accent, content, served, ...parts }: FormPageParts): string {
  return wholePage({
    ...parts,
    served,
    theme: themeCss(accent),
    style: STYLE,
    script: SCRIPT,
    main: { id: 'form-page', content },
    noScript: served === null ? 'This form needs scripts here.' : null,
  });
}

/** The renderer of a form without one of its own (spec 4.8): the page without a document. */
export function templatePage(): string {
  return wholeFormPage({
    title: 'Form',
    words: { language: 'en', direction: 'ltr' },
    accent: null,
    content: markup``,
    documentJson: '',
    optionsJson: '',
    served: null,
  });
}
