import type { FieldType } from '../../../../content/form/document.ts';
import { unquoted } from '../clauses.ts';
import { findEntry } from '../find-entry.ts';
import { textIn, type Opened } from '../opened.ts';
import { quote } from '../wish.ts';

/** What people call a field by its type, where they do not use its words. */
const CALLED: Readonly<Record<FieldType, readonly string[]>> = {
  text: [],
  long: ['long text', 'comment'],
  email: ['email address', 'mail'],
  number: ['number'],
  choice: ['choice', 'multiple choice'],
  multi: ['multi choice', 'checkboxes'],
  rating: ['rating', 'stars'],
  date: ['date', 'day'],
  bool: ['yes no', 'checkbox'],
};

/** The place from 0 of the field that words name, or the sentence why there is none. */
export function findField(words: string, now: Opened): number | string {
  const names = now.entries.map((field) => [nameOf(field), textIn(field, 'key')].filter(Boolean));
  const types: Readonly<Record<string, readonly string[]>> = CALLED;
  return findEntry(
    unquoted(words),
    now,
    names,
    now.entries.map((field) => types[textIn(field, 'type')] ?? []),
  );
}

/** A field that words name: its key, its place from 0 and how to speak of it; or the sentence why there is none. */
export function fieldNamed(
  words: string,
  now: Opened,
): { readonly key: string; readonly at: number; readonly name: string; readonly type: string } | string {
  const at = findField(words, now);
  if (typeof at === 'string') return at;
  const field = now.entries[at];
  const key = textIn(field, 'key');
  if (key === '') return `Question ${at + 1} has no key, so I cannot name it; mend that first.`;
  return { key, at, name: quote(nameOf(field)), type: textIn(field, 'type') };
}

/** The words that people know a field by. */
export function nameOf(field: Readonly<Record<string, unknown>> | undefined): string {
  return textIn(field, 'label') || textIn(field, 'key');
}
