export type ShortcutAction = 'search' | 'market' | 'build' | 'help';

/** Keys of each action, pressed one after the other. */
export const SHORTCUTS: readonly (readonly [action: ShortcutAction, keys: readonly string[]])[] = [
  ['search', ['/']],
  ['market', ['g', 'm']],
  ['build', ['g', 'b']],
  ['help', ['?']],
];

/** Shortcuts that one page understands by itself, by the page's route: listed with the others there. */
export function shortcutsOf(route: string): 'explorer' | 'builder' | null {
  if (route.endsWith('/graphiql')) return 'explorer';
  return route === '/build/[draft]' ? 'builder' : null;
}

/** Milliseconds in which the next key of a sequence must follow. */
const SEQUENCE_WINDOW = 1_200;

/** Recognises key sequences: feed it every key, it answers with the action that is complete. */
export class ShortcutReader {
  #pressed: string[] = [];
  #last = 0;

  /** @param now milliseconds, from any clock that only goes forward */
  read(key: string, now: number): ShortcutAction | null {
    if (now - this.#last > SEQUENCE_WINDOW) this.#pressed = [];
    this.#last = now;
    this.#pressed.push(key);
    const hit = this.#match((keys, pressed) => keys.length === pressed.length);
    if (hit !== null) {
      this.#pressed = [];
      return hit;
    }
    if (this.#match((keys, pressed) => keys.length > pressed.length) === null) {
      // The key may begin another sequence.
      this.#pressed = this.#pressed.length > 1 ? [] : this.#pressed;
      if (this.#pressed.length === 0) return this.read(key, now);
      this.#pressed = [];
    }
    return null;
  }

  #match(fits: (keys: readonly string[], pressed: readonly string[]) => boolean): ShortcutAction | null {
    for (const [action, keys] of SHORTCUTS) {
      if (fits(keys, this.#pressed) && this.#pressed.every((key, index) => keys[index] === key))
        return action;
    }
    return null;
  }
}

/** Whether a key press belongs to a text field or to the browser, not to us. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
