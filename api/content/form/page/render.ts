import type { FormDocument, FormField } from '../document.ts';
import {
  BROWSER_INPUT,
  LANGUAGE_INPUT,
  TOKEN_INPUT,
  ratingSteps,
  type Entries,
  type Mistakes,
} from './answer.ts';
import { control, isGroup } from './controls.ts';
import { attribute, markup, type Html } from '../../page/html.ts';
import type { PageOptions } from './options.ts';
import type { Words } from './words.ts';

/** All that the form's markup depends on. */
export interface FormView {
  readonly document: FormDocument;
  readonly options: PageOptions;
  readonly words: Words;
  readonly entries: Entries;
  readonly mistakes: Mistakes;
  /** Code of an error that is not about one answer. */
  readonly problem: string | null;
}

/** The form, or, when it is closed, what stands in its place. One function for the server and for the browser. */
export function renderForm(view: FormView): Html {
  const { document, options, words } = view;
  if (options.closed !== null) return renderClosed(document, options.closed.text, words);
  const { preview } = options;
  const notice = preview ? markup`<p class="notice">${words.say('preview')}</p>` : null;
  const problem = preview && view.problem !== null ? 'preview' : view.problem;
  return markup`${heading(document)}${notice}${renderProblem(problem, words)}${renderSummary(document, view.mistakes, words, true)}
<form method="post" novalidate accept-charset="utf-8" aria-labelledby="form-title"${attribute('aria-describedby', document.desc?.trim() ? 'form-about' : null)}>
${options.token === null ? null : markup`<input type="hidden" name="${TOKEN_INPUT}" value="${options.token}">`}<input type="hidden" name="${LANGUAGE_INPUT}" value="${words.language}"><input type="hidden" name="${BROWSER_INPUT}" value="">
${options.honeypot === null ? null : trap(options.honeypot, words)}
<div class="questions">${document.fields.map((field, index) => renderQuestion(field, index, view))}</div>
<div class="actions"><button class="primary" type="submit">${words.say('send')}</button></div>
</form>`;
}

/** @param isPreview whether nothing was sent, since the form is only shown */
export function renderThanks(
  document: FormDocument,
  words: Words,
  again: string | null,
  isPreview = false,
): Html {
  const [text, anew] = isPreview ? (['previewEnd', 'tryAgain'] as const) : (['thanksText', 'again'] as const);
  return markup`<div class="end"><span class="seal" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
<h1 tabindex="-1">${words.say('thanks')}</h1><p class="desc">${words.say(text)}</p>
<p class="of"><bdi>${document.title}</bdi></p>${again === null ? null : markup`<p><a class="quiet" href="${again}">${words.say(anew)}</a></p>`}</div>`;
}

/** @param text the author's words; null: ours */
export function renderClosed(document: FormDocument, text: string | null, words: Words): Html {
  return markup`<div class="end"><h1 tabindex="-1"><bdi>${document.title}</bdi></h1><p class="lead">${words.say('closed')}</p>
<p class="desc">${text === null ? words.say('closedText') : markup`<bdi>${text}</bdi>`}</p></div>`;
}

/**
 * What is wrong, as links to the questions. Empty when nothing is.
 * @param takesFocus whether the page opens with it in focus; a script that puts it in moves the focus itself
 */
export function renderSummary(
  { fields }: FormDocument,
  mistakes: Mistakes,
  words: Words,
  takesFocus = false,
): Html {
  const wrong = fields.flatMap((field, index) => {
    const code = mistakes.get(field.key);
    return code === undefined
      ? []
      : [
          markup`<li><a href="#${questionId(index)}"><bdi>${field.label}</bdi></a> <span>${words.mistake(field, code)}</span></li>`,
        ];
  });
  if (wrong.length === 0) return markup`<div id="summary"></div>`;
  return markup`<div id="summary" class="summary" role="group" aria-labelledby="summary-title" tabindex="-1"${attribute('autofocus', takesFocus)}><h2 id="summary-title">${words.count('mistakes', wrong.length)}</h2><ul>${wrong}</ul></div>`;
}

export function renderProblem(code: string | null, words: Words): Html {
  return markup`<div id="problem" role="alert">${code === null ? null : markup`<p class="summary">${words.problem(code)}</p>`}</div>`;
}

export function questionId(index: number): string {
  return `q${index}`;
}

function heading({ title, desc }: FormDocument): Html {
  const text = desc?.trim() ? markup`<p class="desc" id="form-about"><bdi>${desc}</bdi></p>` : null;
  return markup`<header><h1 id="form-title"><bdi>${title}</bdi></h1>${text}</header>`;
}

function renderQuestion(field: FormField, index: number, view: FormView): Html {
  const { words, entries, mistakes } = view;
  const id = questionId(index);
  const code = mistakes.get(field.key);
  const hint = hintOf(field, words);
  const described = [hint === null ? null : `${id}-hint`, `${id}-problem`].filter((one) => one !== null);
  const label = markup`<bdi>${field.label}</bdi>${field.required ? markup` <span class="mark">${words.say('required')}</span>` : null}`;
  const body = markup`${hint === null ? null : markup`<p class="hint" id="${id}-hint">${hint}</p>`}${control({
    field,
    id,
    values: entries.get(field.key) ?? [],
    isWrong: code !== undefined,
    describedBy: described.join(' '),
    words,
  })}<p class="mistake" id="${id}-problem">${code === undefined ? null : words.mistake(field, code)}</p>`;
  const place = markup`class="question" data-type="${field.type}" data-index="${index}"`;
  return isGroup(field)
    ? markup`<fieldset ${place}><legend class="label">${label}</legend>${body}</fieldset>`
    : markup`<div ${place}><label class="label" for="${id}">${label}</label>${body}</div>`;
}

/** What the person should know before answering. */
function hintOf(field: FormField, words: Words): string | null {
  if (field.type === 'multi') return words.say('multiHint');
  const isTyped = field.type === 'number' || (field.type === 'rating' && ratingSteps(field) === null);
  return isTyped && field.range ? words.say('rangeHint', { ...field.range }) : null;
}

/** Programs fill in every input they find; people neither see this one nor get to it by keys. */
function trap(name: string, words: Words): Html {
  return markup`<div class="trap" aria-hidden="true"><label>${words.say('trap')} <input name="${name}" tabindex="-1" autocomplete="off"></label></div>`;
}
