import { browser } from '$app/env';

const STORAGE_KEY = 'builder.editor.wrap';

/** How this person likes the editor, in this browser. */
class EditorSettings {
  #wrap = $state(true);

  constructor() {
    try {
      if (browser) this.#wrap = localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      // Storage is blocked: the default holds for this page.
    }
  }

  /** Whether long lines break at the edge. */
  get wrap(): boolean {
    return this.#wrap;
  }

  set wrap(value: boolean) {
    this.#wrap = value;
    try {
      localStorage.setItem(STORAGE_KEY, value ? 'on' : 'off');
    } catch {
      // As above: the choice holds for this page.
    }
  }
}

export const editorSettings = new EditorSettings();
