import type { FormDocument } from '../../document.ts';
import { entriesOf, type Entries } from '../answer.ts';
import type { PageOptions } from '../options.ts';
import type { Words } from '../words.ts';

/** The page that the script is at work on. */
export interface Place {
  readonly root: HTMLElement;
  readonly form: HTMLFormElement;
  readonly document: FormDocument;
  readonly options: PageOptions;
  readonly words: Words;
  /** Whether a server of ours made the page and takes its answer; else the host of the page does. */
  readonly isServed: boolean;
  /** Says something to a person who does not see the page change. */
  announce(text: string): void;
}

export function currentEntries({ form }: Place): Entries {
  return entriesOf(new FormData(form));
}

export function questionsOf({ form }: Place): readonly HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('.question')];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function controlsOf(question: HTMLElement): readonly Control[] {
  return [...question.querySelectorAll<Control>('input, textarea, select')];
}

/**
 * Puts the focus where the question is answered: on what is chosen, else on the first control.
 * @param isStill whether the page stays where it is scrolled to
 */
export function focusQuestion(question: HTMLElement, isStill = false): void {
  const controls = controlsOf(question);
  const chosen = controls.find(
    (one) => one instanceof HTMLInputElement && one.type === 'radio' && one.checked,
  );
  (chosen ?? controls[0])?.focus({ preventScroll: isStill });
}

export function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['radio', 'checkbox', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** An element with its text and attributes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Text of the author: its direction is its own. */
export function bdi(text: string): HTMLElement {
  return make('bdi', {}, text);
}
