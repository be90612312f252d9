import { SHORTCUTS } from './actions.ts';
import { isMirrored, type Deck } from './deck.ts';
import { make, makeDialog } from './make.ts';
import { sheetOf } from './sheets.ts';

/** All slides as small pictures, each a link to its slide. */
export function openOverview({ slides, words, current, go }: Deck): void {
  const entries = slides.map((slide, index) => {
    const place = words.number(index + 1);
    const heading = slide.querySelector(':is(h1, h2)')?.textContent ?? '';
    const caption = make('span', { class: 'caption' }, [
      place,
      make('span', { class: 'apart' }, [` ${heading}`]),
    ]);
    const here = index === current() ? { 'aria-current': 'true' } : {};
    const link = make('a', { href: `#${index + 1}`, ...here }, [sheetOf(slide), caption]);
    return make('li', {}, [link]);
  });
  const list = make('ol', { class: 'index', role: 'list' }, entries);
  const dialog = makeDialog(
    { title: words.say('overview'), close: words.say('close'), className: 'all overview' },
    list,
  );
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.close();
    go(Number(link.hash.slice(1)) - 1);
    slides[current()]?.focus();
  });
  dialog.addEventListener('keydown', (event) => moveInGrid(event, list));
  openOnce(dialog);
  list.querySelector<HTMLElement>('[aria-current]')?.focus();
}

/** Arrows go through the pictures as they lie; O closes what it opened. */
function moveInGrid(event: KeyboardEvent, list: HTMLElement): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key.toLowerCase() === 'o') {
    event.preventDefault();
    return list.closest('dialog')?.close();
  }
  const links = [...list.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  const top = (link: Element | undefined): number => Math.round(link?.getBoundingClientRect().top ?? 0);
  const columns = Math.max(1, links.filter((link) => top(link) === top(links[0])).length);
  const side = document.documentElement.dir === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: side,
    ArrowLeft: -side,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: links.length - 1 - at,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}

/** What the keys do, and whether single letters do anything. */
export function openHelp(
  deck: Deck,
  letters: { readonly on: boolean; readonly set: (on: boolean) => void },
): void {
  const { words } = deck;
  const arrows: Readonly<Record<string, string>> = isMirrored(deck) ? { '→': '←', '←': '→' } : {};
  const rows = SHORTCUTS.flatMap(({ action, shown }) => {
    const keys = shown.map((key) =>
      make('kbd', {}, [typeof key === 'string' ? (arrows[key] ?? key) : words.say(key.text)]),
    );
    return [make('dt', {}, keys), make('dd', {}, [words.say(action)])];
  });
  const digits = [
    make('dt', {}, [make('kbd', {}, [words.say('digits')])]),
    make('dd', {}, [words.say('goTo')]),
  ];
  const esc = [make('dt', {}, [make('kbd', {}, ['Esc'])]), make('dd', {}, [words.say('close')])];
  const box = make('input', { type: 'checkbox' });
  box.checked = letters.on;
  box.addEventListener('change', () => letters.set(box.checked));
  openOnce(
    makeDialog(
      { title: words.say('help'), close: words.say('close'), className: 'help' },
      make('dl', { class: 'keys' }, [...rows, ...digits, ...esc]),
      make('label', { class: 'switch' }, [box, make('span', {}, [words.say('letters')])]),
    ),
  );
}

/** Nothing to look at but the person who speaks; any key or tap brings the slide back. */
export function openBlack({ words }: Deck): void {
  const text = words.say('blackNow');
  const dialog = make('dialog', { class: 'all black', 'aria-label': words.say('black'), tabindex: '-1' }, [
    make('p', { class: 'apart', role: 'status' }, [text]),
  ]);
  dialog.addEventListener('keydown', (event) => {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('click', () => dialog.close());
  openOnce(dialog);
}

/** A dialog that is gone again when it is closed. */
export function openOnce(dialog: HTMLDialogElement): void {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
