import { browser } from '$app/env';

const STORAGE_KEY = 'platform.shortcuts';

/** Whether single-key shortcuts are on; people who use speech input need to switch them off (WCAG 2.1.4). */
class ShortcutSetting {
  #on = $state(true);

  constructor() {
    try {
      if (browser) this.#on = localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      // Storage is blocked: the default holds for this page.
    }
  }

  get on(): boolean {
    return this.#on;
  }

  set on(value: boolean) {
    this.#on = value;
    try {
      localStorage.setItem(STORAGE_KEY, value ? 'on' : 'off');
    } catch {
      // As above: the choice holds for this page.
    }
  }
}

export const shortcutSetting = new ShortcutSetting();
