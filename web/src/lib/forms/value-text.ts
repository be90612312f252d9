import type { FieldType } from '@platform/api/content/form/document.ts';
import { copy } from './answers-copy.ts';

/** A value as people read it; null where nothing was answered. */
export function valueText(type: FieldType, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (type === 'bool') return value === true ? copy.table.yes : copy.table.no;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 12 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
