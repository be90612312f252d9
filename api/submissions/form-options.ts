import type { FormDocument } from '../content/form/document.ts';
import type { ProjectSettings } from '../projects/settings.ts';

/** What a form's page is told beside the document, in the element `platform-options`. */
export interface FormOptions extends Pick<ProjectSettings, 'layout' | 'language' | 'accent'> {
  /** Null while answers are taken; `text` is null where the owner wrote none. */
  readonly closed: { readonly text: string | null } | null;
  /** Of this load: goes back with the answer, as the header `Form-Token` or as an argument. */
  readonly token: string;
  /** The name of the input that only programs see and fill. No field has it as its key. */
  readonly honeypot: string;
  /** Milliseconds from the load on, before which an answer is taken for a program's. */
  readonly shortestMs: number;
}

/** Sounds like something that programs fill in. */
const HONEYPOT = 'homepage_url';

/** The name of the honeypot of a form. */
export function honeypotOf({ fields }: Pick<FormDocument, 'fields'>): string {
  const keys = new Set(fields.map(({ key }) => key));
  let name = HONEYPOT;
  for (let number = 2; keys.has(name); number += 1) name = `${HONEYPOT}_${number}`;
  return name;
}
