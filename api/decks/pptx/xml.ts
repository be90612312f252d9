/** Characters that XML 1.0 cannot hold in any form, and halves of pairs. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for an element or a quoted attribute; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';

/** A part whose root element is of PresentationML (ECMA-376, part 1). */
export function presentationPart(root: string, content: string, attributes = ''): string {
  return `${HEAD}<p:${root} xmlns:a="${A}" xmlns:r="${R}" xmlns:p="${P}"${attributes}>${content}</p:${root}>`;
}

export function drawingPart(root: string, content: string, attributes = ''): string {
  return `${HEAD}<a:${root} xmlns:a="${A}"${attributes}>${content}</a:${root}>`;
}

export function part(content: string): string {
  return HEAD + content;
}

/** A relation of a part to another; its id is `rId` and its place in the list, from 1. */
export interface Relation {
  /** Last word of the type's address: `slideLayout`. */
  readonly type: string;
  readonly target: string;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export function relationsPart(relations: readonly Relation[]): string {
  const rows = relations.map(({ type, target }, index) => {
    const address =
      type === 'core-properties' ? `${PACKAGE}/relationships/metadata/core-properties` : `${OFFICE}/${type}`;
    return `<Relationship Id="rId${index + 1}" Type="${address}" Target="${target}"/>`;
  });
  return part(`<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`);
}

/** Where a shape lies, in CSS pixels of a sheet 1,280 wide. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** English Metric Units: 914,400 an inch, 9,525 a CSS pixel. */
export function emu(px: number): number {
  return Math.round(px * 9_525);
}

export function transform({ x, y, w, h }: Box): string {
  return `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`;
}
