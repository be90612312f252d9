const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** "0 B", "1.4 KB", "12 MB": steps of 1,000, one decimal below ten. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit] ?? 'B'}`;
}
