import type { Actions } from './actions.ts';
import type { Deck } from './deck.ts';
import { openOnce } from './dialogs.ts';
import type { Keys } from './keys.ts';
import { makeDialog } from './make.ts';
import { makeSpeakerView } from './speaker-view.ts';

/**
 * Opens the speaker's window beside this one. It is an empty window that this page fills: no second load, no message
 * that could be lost, and it works in a file. Where windows are denied, or of no use as in a sandbox, the speaker's view
 * opens over the slide.
 */
export function createPresenter(deck: Deck, actions: Actions, keys: Keys): () => void {
  let opened: Window | null = null;
  return () => {
    if (opened && !opened.closed) return opened.focus();
    opened = openWindow();
    if (opened) fillWindow(opened, deck, actions, keys);
    else openHere(deck, actions);
  };
}

/** A new window that this page may write into; null when there is none. */
function openWindow(): Window | null {
  // A sandboxed page is of no origin, and the window that it opens of none that it may touch. A file's is like it.
  if (window.origin === 'null' && location.protocol !== 'file:') return null;
  const made = window.open('', '', 'popup,width=1100,height=720');
  if (!made) return null;
  try {
    // Where the browser keeps the two apart all the same, looking at it throws.
    return made.document.body ? made : null;
  } catch {
    made.close();
    return null;
  }
}

function fillWindow(made: Window, deck: Deck, actions: Actions, keys: Keys): void {
  const { document: page } = made;
  const { words } = deck;
  page.title = `${words.say('presenter')} · ${deck.document.title}`;
  page.documentElement.lang = words.language;
  page.documentElement.dir = words.direction;
  for (const style of document.querySelectorAll('style')) page.head.append(page.importNode(style, true));
  page.body.className = 'speaker-window';
  const { element, end } = makeSpeakerView(deck, actions, page);
  const main = page.createElement('main');
  const heading = page.createElement('h1');
  heading.className = 'apart';
  heading.textContent = words.say('presenter');
  main.append(heading, element);
  page.body.append(main);
  keys.listen(made);
  made.addEventListener('pagehide', end);
  window.addEventListener('pagehide', () => made.close());
}

function openHere(deck: Deck, actions: Actions): void {
  const { words } = deck;
  const { element, end } = makeSpeakerView(deck, actions, document);
  const dialog = makeDialog(
    { title: words.say('presenter'), close: words.say('close'), className: 'all presenter' },
    element,
  );
  dialog.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const turn = {
      ArrowRight: actions.next,
      PageDown: actions.next,
      ArrowLeft: actions.previous,
      PageUp: actions.previous,
    };
    const run = Object.hasOwn(turn, event.key) ? turn[event.key as keyof typeof turn] : null;
    if (!run) return;
    event.preventDefault();
    run();
  });
  dialog.addEventListener('close', end);
  openOnce(dialog);
}
