import type { FormDocument } from '../../../api/content/form/document.ts';

/** How many forms take answers at once. */
export const FORMS = 4;

export const formId = (index: number): string => `bench-form-${index}`;

/** A form with a field of each type, and one that numbers its answers. */
export function formDocument(index: number): FormDocument {
  return {
    title: `Form ${index}`,
    fields: [
      { type: 'number', key: 'serial', label: 'Serial', required: true },
      { type: 'text', key: 'name', label: 'Name', required: true },
      { type: 'email', key: 'email', label: 'E-mail address' },
      { type: 'long', key: 'note', label: 'What else?' },
      { type: 'choice', key: 'size', label: 'Size', options: ['small', 'medium', 'large'] },
      { type: 'multi', key: 'days', label: 'Days', options: ['Monday', 'Tuesday', 'Wednesday'] },
      { type: 'rating', key: 'stars', label: 'Stars' },
      { type: 'date', key: 'day', label: 'Day' },
      { type: 'bool', key: 'again', label: 'Again?' },
    ],
  };
}

/** An answer that no other is like. */
export interface BenchAnswer {
  readonly serial: number;
  readonly name: string;
  readonly email: string;
  readonly note: string;
  readonly size: string;
  readonly days: readonly string[];
  readonly stars: number;
  readonly day: string;
  readonly again: boolean;
}

export function answerOf(serial: number): BenchAnswer {
  return {
    serial,
    name: `Ada Lovelace ${serial}`,
    email: `ada.${serial}@example.org`,
    note: 'The engine weaves patterns as the loom weaves flowers and leaves.',
    size: ['small', 'medium', 'large'][serial % 3] ?? 'small',
    days: serial % 2 === 0 ? ['Monday', 'Wednesday'] : ['Tuesday'],
    stars: (serial % 5) + 1,
    day: `2026-0${(serial % 9) + 1}-15`,
    again: serial % 2 === 0,
  };
}
