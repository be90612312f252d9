// The script of a deck's page. The server put all slides into it and this shows them one at a time; where there is no
// server of ours, as in the Studio, it makes them first, by the same function.
import { openStore } from '../../../page/client/storage.ts';
import { pickLanguage } from '../../../page/language.ts';
import type { SlidesDocument } from '../../document.ts';
import { lookCss, readLook } from '../look.ts';
import { readOptions, type PageOptions } from '../options.ts';
import { renderDeck } from '../render.ts';
import { wordsIn, type Words } from '../words.ts';
import type { Actions } from './actions.ts';
import { makeBar } from './bar.ts';
import { openDeck, type Deck } from './deck.ts';
import { openBlack, openHelp, openOverview } from './dialogs.ts';
import { fitSlide } from './fit.ts';
import { createKeys } from './keys.ts';
import { createPresenter } from './presenter.ts';
import { fitForPaper } from './sheets.ts';
import { listenToTouch } from './touch.ts';

const LETTERS = 'letters';

function start(root: HTMLElement): void {
  const content = readJson('platform-doc') as Partial<SlidesDocument> | null;
  if (!content?.slides || content.title === undefined) return;
  const deck = { ...content, title: content.title, slides: content.slides };
  const options = readOptions(readJson('platform-options'));
  const isMade = root.children.length > 0;
  const words = isMade
    ? wordsIn(pickLanguage('auto', [document.documentElement.lang]))
    : wordsIn(pickLanguage(options.language, navigator.languages));
  if (!isMade) makePage(root, deck, options, words);
  const slides = [...root.querySelectorAll<HTMLElement>('.slide')];
  if (slides.length > 0) present(root, deck, slides, words);
}

function makePage(root: HTMLElement, deck: SlidesDocument, options: PageOptions, words: Words): void {
  document.title = deck.title;
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  const theme = document.getElementById('theme');
  if (theme) theme.textContent = lookCss(readLook(deck.theme, options.accent));
  root.innerHTML = renderDeck(deck, words).markup;
}

function present(
  root: HTMLElement,
  content: SlidesDocument,
  slides: readonly HTMLElement[],
  words: Words,
): void {
  document.documentElement.classList.add('live');
  const { platform } = window as { platform?: { appId?: string } };
  const id = 'served' in root.dataset ? (platform?.appId ?? null) : null;
  const store = id === null ? null : openStore(`slides.${id}`);
  const deck = openDeck({ root, document: content, slides, words, id });
  let letters = store?.read(LETTERS) !== false;
  const actions: Actions = {
    next: () => deck.go(deck.current() + 1),
    previous: () => deck.go(deck.current() - 1),
    first: () => deck.go(0),
    last: () => deck.go(slides.length - 1),
    overview: () => openOverview(deck),
    presenter: () => showSpeaker(),
    fullScreen: toggleFullScreen,
    black: () => openBlack(deck),
    help: () =>
      openHelp(deck, {
        on: letters,
        set(on) {
          letters = on;
          keys.setLetters(on);
          store?.write(LETTERS, on);
        },
      }),
  };
  const bar = makeBar(deck, actions);
  document.body.append(bar.element);
  const keys = createKeys(deck, actions, bar.showTyped);
  keys.setLetters(letters);
  const showSpeaker = createPresenter(deck, actions, keys);
  keys.listen(window);
  listenToTouch(deck, actions);
  keepFit(deck);
  keepPaper(deck);
}

/** Sizes the slide that is shown, and again whenever the room or the fonts change. */
function keepFit(deck: Deck): void {
  const fit = (): void => {
    const slide = deck.slides[deck.current()];
    if (!slide) return;
    const isWhole = fitSlide(slide);
    // What scrolls has to be reached by keys as well.
    slide.tabIndex = isWhole ? -1 : 0;
  };
  deck.follow(fit);
  new ResizeObserver(fit).observe(deck.root);
  void document.fonts.ready.then(fit);
}

/** Paper has a size of its own. */
function keepPaper({ slides }: Deck): void {
  let undo: (() => void) | null = null;
  window.addEventListener('beforeprint', () => {
    undo ??= fitForPaper(slides);
  });
  window.addEventListener('afterprint', () => {
    undo?.();
    undo = null;
  });
}

function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) return;
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // A browser may refuse for reasons of its own; the deck is shown as before.
  done.catch((error: unknown) => console.warn(error));
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent?.trim();
  return text ? (JSON.parse(text) as unknown) : null;
}

const root = document.getElementById('deck');
if (root) start(root);
