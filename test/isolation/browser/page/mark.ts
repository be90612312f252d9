import type { Vantage } from '../attack.ts';

/** What an attempt leaves behind so that it can be recognised: letters, digits and dashes. */
export function markOf(vantage: Vantage, id: string): string {
  return `mark-${vantage}-${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-end`;
}
