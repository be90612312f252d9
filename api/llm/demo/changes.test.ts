import { describe, expect, it } from 'vitest';
import { wantedApp } from './app-words.ts';
import { readChanges, type Changes } from './changes.ts';
import { accentFor, contrast, findColour } from './colour.ts';

const NOTHING: Changes = { title: null, colour: null, theme: null, field: null, options: [] };

describe('what a request asks to change', () => {
  it.each<[string, Partial<Changes>]>([
    ['Build me a guestbook', {}],
    ['change the title to "Anna\'s Day"', { title: "Anna's Day" }],
    ['Rename it to Our Wedding.', { title: 'Our Wedding' }],
    ['build a guestbook called Summer Camp with a dark theme', { title: 'Summer Camp', theme: 'dark' }],
    ['name it “Red Rose” please', { title: 'Red Rose' }],
    ['change the title to Anna and Tom', { title: 'Anna and Tom' }],
    ['change the title to Anna and make it red', { title: 'Anna', colour: '#dc2626' }],
    ['make it dark blue', { colour: '#2563eb' }],
    ['make it #0a0', { colour: '#00aa00' }],
    ['use a light theme', { theme: 'light' }],
    ['follow the system theme', { theme: 'light dark' }],
    ['dark mode', { theme: 'dark' }],
    ['add a field for website', { field: { label: 'Website', name: 'website', kind: 'url' } }],
    ['add a date field called due', { field: { label: 'Due', name: 'due', kind: 'date' } }],
    ['add a field for phone number', { field: { label: 'Phone number', name: 'phoneNumber', kind: 'tel' } }],
    ['add a number field for mobile', { field: { label: 'Mobile', name: 'mobile', kind: 'tel' } }],
    ['add a zip code field', { field: { label: 'Zip code', name: 'zipCode', kind: 'text' } }],
    ['add a number field for postcode', { field: { label: 'Postcode', name: 'postcode', kind: 'text' } }],
    ['add a number field for guests', { field: { label: 'Guests', name: 'guests', kind: 'number' } }],
    [
      'please add an "e-mail address" field to the form',
      { field: { label: 'E-mail address', name: 'eMailAddress', kind: 'email' } },
    ],
    ['add the option "Fish & chips"', { options: ['Fish & chips'] }],
    ['add options: a, b and c', { options: ['a', 'b', 'c'] }],
    ['a poll that asks "Where to?"', { title: 'Where to?' }],
    ['poll: Where to? Rome / Oslo', { title: 'Where to?', options: ['Rome', 'Oslo'] }],
    ['add a chess engine', {}],
  ])('%s', (text, expected) => {
    expect(readChanges(text)).toEqual({ ...NOTHING, ...expected });
  });

  it('takes no time over long and hostile text', () => {
    const began = performance.now();
    for (const text of [
      'add a new '.repeat(5_000),
      'title to '.repeat(5_000),
      `poll: ${'a'.repeat(50_000)}`,
      '"'.repeat(50_000),
      `call it "${'x '.repeat(30_000)}`,
    ]) {
      readChanges(text);
      wantedApp(text);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('an accent', () => {
  it('is readable in both themes, whatever colour it comes from', () => {
    for (const name of ['red', 'yellow', 'navy', '#ffffff', '#000000', '#ff0', 'pink']) {
      const { light, dark } = accentFor(findColour(name) ?? '');
      expect(contrast(light, '#ffffff'), name).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light, '#f4f6f8'), name).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, '#18202a'), name).toBeGreaterThanOrEqual(4.5);
      // What stands on a button in the dark theme.
      expect(contrast(dark, '#0b1220'), name).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
