/** What outlives the page, by name; null when this browser keeps nothing for it. */
export interface Store {
  read(name: string): unknown;
  write(name: string, value: unknown): boolean;
  remove(name: string): void;
  names(): readonly string[];
  /** Calls back when another tab removes something; not when a person empties the storage as a whole. */
  onRemoved(listener: (name: string) => void): void;
}

/** The kinds of storage that a browser has: of all tabs, or of this one over its reloads. */
export type StorageName = 'localStorage' | 'sessionStorage';

/**
 * The storage of the page's own origin. Where it is denied, the bridge has put a stand-in into its place, which ends with
 * the page: it shows itself by being a plain value.
 * @param scope stands before every name, so that pages of one origin do not meet: `form.abc`
 */
export function openStore(scope: string, kind: StorageName = 'localStorage'): Store | null {
  let storage: Storage;
  try {
    if (Object.getOwnPropertyDescriptor(window, kind)?.value !== undefined) return null;
    storage = window[kind];
  } catch {
    return null;
  }
  const start = `${scope}.`;
  const own = (name: string | null): readonly string[] =>
    name?.startsWith(start) ? [name.slice(start.length)] : [];
  return {
    read(name) {
      const text = storage.getItem(start + name);
      if (text === null) return null;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        storage.removeItem(start + name);
        return null;
      }
    },
    write(name, value) {
      try {
        storage.setItem(start + name, JSON.stringify(value));
        return true;
      } catch {
        // Full: the caller says that nothing is kept.
        return false;
      }
    },
    remove: (name) => storage.removeItem(start + name),
    names: () => Array.from({ length: storage.length }, (_, at) => storage.key(at)).flatMap(own),
    onRemoved(listener) {
      window.addEventListener('storage', ({ storageArea, key, newValue }) => {
        if (storageArea === storage && newValue === null) for (const name of own(key)) listener(name);
      });
    },
  };
}
