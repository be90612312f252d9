/** What outlives the page, by name; null when this browser keeps nothing for it. */
export interface Store {
  read(name: string): unknown;
  write(name: string, value: unknown): boolean;
  remove(name: string): void;
}

/**
 * The storage of the page's own origin. Where it is denied, the bridge has put a stand-in into its place, which ends with
 * the page: it shows itself by being a plain value.
 * @param scope stands before every name, so that pages of one origin do not meet: `form.abc`
 */
export function openStore(scope: string): Store | null {
  let storage: Storage;
  try {
    if (Object.getOwnPropertyDescriptor(window, 'localStorage')?.value !== undefined) return null;
    storage = window.localStorage;
  } catch {
    return null;
  }
  const full = (name: string): string => `${scope}.${name}`;
  return {
    read(name) {
      const text = storage.getItem(full(name));
      if (text === null) return null;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        storage.removeItem(full(name));
        return null;
      }
    },
    write(name, value) {
      try {
        storage.setItem(full(name), JSON.stringify(value));
        return true;
      } catch {
        // Full: the caller says that nothing is kept.
        return false;
      }
    },
    remove: (name) => storage.removeItem(full(name)),
  };
}
