/** The product's name and its one line. Every page takes them from here. */
export const BRAND = {
  name: 'Atelier',
  line: 'Make a small web app by describing it. Keep its data. Share it.',
} as const;

/** `<title>` of a page: the page first, because tabs are narrow. */
export function pageTitle(page: string): string {
  return `${page} · ${BRAND.name}`;
}
