import { describe, expect, it } from 'vitest';
import { SHORTCUT_TABLE, isPress, shownKeys } from './shortcut-table.ts';

const press = (key: string, more: Partial<Parameters<typeof isPress>[0]> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe('the table of shortcuts', () => {
  it('gives no keys and no name twice', () => {
    const keys = SHORTCUT_TABLE.flatMap((row) => row.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(SHORTCUT_TABLE.map(({ id }) => id)).size).toBe(SHORTCUT_TABLE.length);
  });

  it('shows keys as the system does', () => {
    expect(shownKeys('Mod+Shift+F', false)).toBe('Ctrl+Shift+F');
    expect(shownKeys('Mod+Shift+F', true)).toBe('⌘⇧F');
  });

  it('knows its keys, and no more than its keys', () => {
    expect(isPress(press('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
    expect(isPress(press('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
    expect(isPress(press('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
    expect(isPress(press('F', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+F', false)).toBe(true);
    expect(isPress(press('f', { ctrlKey: true }), 'Mod+Shift+F', false)).toBe(false);
    expect(isPress(press('k', { ctrlKey: true, altKey: true }), 'Mod+K', false)).toBe(false);
    expect(isPress({ ...press('л', { ctrlKey: true }), code: 'KeyK' }, 'Mod+K', false)).toBe(true);
    expect(isPress({ ...press('Ω', { altKey: true }), code: 'KeyZ' }, 'Alt+Z', true)).toBe(true);
  });
});
