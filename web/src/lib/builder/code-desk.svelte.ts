/** What the keys or the palette ask of the code view. */
export type DeskWish = 'newFile' | 'upload' | 'importZip' | 'exportZip' | 'search';

/** What is open beside the editor, and what was asked of it from elsewhere. Lives as long as the room's page. */
export class CodeDesk {
  /** The panel beside the editor. */
  side = $state<'files' | 'search'>('files');
  /** What is searched for in all files; kept while the panel is closed, and when the window gets another layout. */
  readonly search = $state({
    text: '',
    by: '',
    replacing: false,
    options: { caseSensitive: false, wholeWord: false, regex: false },
  });
  #wish = $state.raw<DeskWish | null>(null);
  /** The file whose text is to get the focus as soon as it is there. */
  focusOn = $state.raw<{ readonly path: string } | null>(null);

  get wish(): DeskWish | null {
    return this.#wish;
  }

  ask(wish: DeskWish): void {
    this.#wish = wish;
    this.side = wish === 'search' ? 'search' : 'files';
  }

  /** Who grants a wish takes it, so that it is granted once. */
  take(wish: DeskWish): boolean {
    if (this.#wish !== wish) return false;
    this.#wish = null;
    return true;
  }
}
