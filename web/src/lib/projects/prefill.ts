import type { FormField } from '@platform/api/content/form/document.ts';

/** Names that the page's own address has a use for; a field with such a key cannot be filled in ahead. */
export type Prefill = Readonly<Record<string, readonly string[]>>;

/** The address of a form's page with what is filled in ahead, `?key=value`; options of a `multi` one by one. */
export function prefillAddress(address: string, fields: readonly FormField[], values: Prefill): string {
  const url = new URL(address);
  for (const { key } of fields) {
    for (const value of values[key] ?? []) if (value !== '') url.searchParams.append(key, value);
  }
  return url.href;
}
