// The script of a form's page. The server made the page and this makes it comfortable; where there is no server of
// ours, as in the Studio, it makes the page first, by the same functions.
import type { FormDocument } from '../../document.ts';
import { BROWSER_INPUT, prefill } from '../answer.ts';
import { pickLanguage } from '../../../page/language.ts';
import { readOptions, type PageOptions } from '../options.ts';
import { renderClosed, renderForm, renderThanks } from '../render.ts';
import { themeCss } from '../../../page/theme.ts';
import { wordsIn, type Words } from '../words.ts';
import { growTextAreas, offerClearing } from './comfort.ts';
import { keepDraft } from './draft.ts';
import { tellHeight } from './frame.ts';
import { openKept } from './kept.ts';
import { checkAsTyped, currentMistakes, mistakesHere, showMistakes, showProblem } from './mistakes.ts';
import { make, type Place } from './place.ts';
import { bodyOf, holdSend, postBody, submitToHost, type Outcome } from './send.ts';
import { tellProgress } from './progress.ts';
import { showSteps } from './steps.ts';
import { openStore, type Store } from '../../../page/client/storage.ts';
import { waitForConnection } from './waiting.ts';

function start(root: HTMLElement): void {
  const content = readJson('platform-doc') as Partial<FormDocument> | null;
  if (!content?.fields || content.title === undefined) return;
  const form = { ...content, title: content.title, fields: content.fields };
  const options = readOptions(readJson('platform-options'));
  const isServed = 'served' in root.dataset;
  const words = isServed
    ? wordsIn(pickLanguage('auto', [document.documentElement.lang]))
    : wordsIn(pickLanguage(options.language, navigator.languages));
  if (!isServed) makePage(root, form, options, words);
  tellHeight();
  const element = root.querySelector('form');
  if (element) workOn(root, element, form, options, words, isServed);
}

function makePage(root: HTMLElement, form: FormDocument, options: PageOptions, words: Words): void {
  document.title = form.title;
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  const theme = document.getElementById('theme');
  if (theme) theme.textContent = themeCss(options.accent);
  const view = { document: form, options, words, entries: new Map(), mistakes: new Map(), problem: null };
  root.innerHTML = renderForm(view).markup;
}

function workOn(
  root: HTMLElement,
  form: HTMLFormElement,
  content: FormDocument,
  options: PageOptions,
  words: Words,
  isServed: boolean,
): void {
  const live = make('p', { class: 'apart', 'aria-live': 'polite' });
  document.body.append(live);
  const announce = (text: string): void => void (live.textContent = text);
  const place: Place = { root, form, document: content, options, words, isServed, announce };
  const { platform } = window as { platform?: { appId?: string } };
  const isKept = isServed && !options.preview;
  const scope = `form.${platform?.appId ?? ''}`;
  tellBrowser(form, isKept ? openStore(scope) : null);
  const filledIn = JSON.stringify([...prefill(content, new URLSearchParams(location.search), 'en')]);
  const kept = isKept ? openKept(scope, filledIn) : null;
  checkAsTyped(place);
  growTextAreas(place);
  offerClearing(place);
  const draft = keepDraft(place, kept);
  const tell = tellProgress(place);
  const steps = options.layout === 'steps' && content.fields.length > 0 ? showSteps(place) : null;
  const button = form.querySelector<HTMLButtonElement>('.primary');
  let isSending = false;
  let isLost = (): boolean => isServed && !options.preview && draft.isAtRisk();

  function thank(): void {
    tell();
    draft.done();
    isLost = () => false;
    root.className = '';
    document.title = `${words.say('thanks')} · ${content.title}`;
    root.innerHTML = renderThanks(
      content,
      words,
      isServed ? location.pathname + location.search : null,
      options.preview,
    ).markup;
    root.querySelector<HTMLElement>('h1')?.focus();
    scrollTo({ top: 0 });
  }

  /** What was written stays on this device: the form may be opened again. */
  function close(text: string | null): void {
    isLost = () => false;
    root.className = '';
    root.innerHTML = renderClosed(content, text, words).markup;
    root.querySelector<HTMLElement>('h1')?.focus();
    scrollTo({ top: 0 });
  }

  function showOutcome(outcome: Outcome, body: string | null): void {
    if (outcome.kind === 'stored') return thank();
    if (outcome.kind === 'closed') return close(outcome.text);
    if (outcome.kind === 'unreachable' && body !== null) return wait(body);
    steps?.showReview();
    if (outcome.kind !== 'mistakes') {
      return showProblem(place, outcome.kind === 'refused' ? outcome.code : 'other');
    }
    // The same check has passed here, so the form is another one by now; what is asked only there cannot be shown.
    const here = mistakesHere(place, outcome.mistakes);
    showMistakes(place, here);
    if (here.size < outcome.mistakes.size) showProblem(place, 'changed');
  }

  function wait(body: string): void {
    isLost = waitForConnection(place, kept, body, {
      stored: thank,
      back(outcome) {
        isLost = () => draft.isAtRisk();
        if (outcome) showOutcome(outcome, null);
        else if (steps) steps.showReview();
      },
    });
  }

  async function send(): Promise<void> {
    if (isSending || !button) return;
    showProblem(place, null);
    const mistakes = currentMistakes(place);
    showMistakes(place, mistakes);
    if (mistakes.size > 0) return;
    if (options.preview) return thank();
    isSending = true;
    const caption = button.textContent;
    button.textContent = words.say('sending');
    button.setAttribute('aria-disabled', 'true');
    const body = bodyOf(place);
    await holdSend(place);
    const outcome = isServed ? await postBody(body) : await submitToHost(place);
    isSending = false;
    button.textContent = caption;
    button.removeAttribute('aria-disabled');
    showOutcome(outcome, isServed ? body : null);
  }

  function submit(event: Event): void {
    event.preventDefault();
    if (steps === null || steps.forward()) void send();
  }
  form.addEventListener('submit', submit);
  // Somebody's frame may not allow forms: then there is no such event, and the button has nothing else to tell.
  if (!isServed) {
    form.addEventListener('click', (event) => {
      if ((event.target as Element).closest('[type=submit]')) submit(event);
    });
  }
  window.addEventListener('beforeunload', (event) => {
    if (isLost() || isSending) event.preventDefault();
  });
  showConnection(place);
  const waiting = kept?.found?.body ?? null;
  if (waiting !== null) {
    wait(waiting);
    if (navigator.onLine) window.dispatchEvent(new Event('online'));
  }
}

/** What this form knows the browser by, so that it can take one answer from each: random, and of this form only. */
function tellBrowser(form: HTMLFormElement, store: Store | null): void {
  const input = form.elements.namedItem(BROWSER_INPUT);
  if (store === null || !(input instanceof HTMLInputElement)) return;
  const kept = store.read(BROWSER_INPUT);
  input.value = typeof kept === 'string' ? kept : [...crypto.getRandomValues(new Uint32Array(4))].join('-');
  store.write(BROWSER_INPUT, input.value);
}

/** Says in words when there is no connection. */
function showConnection({ form, words, isServed }: Place): void {
  if (!isServed) return;
  const notice = make('div', { class: 'notice', role: 'status' });
  form.before(notice);
  const update = (): void => {
    notice.textContent = navigator.onLine ? '' : words.say('offline');
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent?.trim();
  return text ? (JSON.parse(text) as unknown) : null;
}

const root = document.getElementById('form-page');
if (root) start(root);
