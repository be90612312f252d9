import { directionOfText } from '../../content/page/text-direction.ts';
import { escapeXml } from './xml.ts';

/** How paragraphs of a shape are written. */
export interface TextStyle {
  /** In CSS pixels; 0 leaves it to the layout. */
  readonly size: number;
  /** Without the mark that the layout gives each paragraph. */
  readonly plain?: boolean;
}

/** A paragraph; its lines are broken as they were written, its direction is that of its first letter. */
export function paragraph(text: string, { size, plain = false }: TextStyle): string {
  const isRtl = directionOfText(text) === 'rtl';
  const indent = plain ? ' marL="0" indent="0"' : '';
  const side = isRtl ? ' algn="r" rtl="1"' : ' algn="l" rtl="0"';
  const run = `<a:rPr${size === 0 ? '' : ` sz="${pointsOf(size)}"`} dirty="0"/>`;
  const lines = text.split(/\r\n|[\n\r\v\u2028\u2029]/);
  const runs = lines
    .map((line) => (line === '' ? '' : `<a:r>${run}<a:t>${escapeXml(line)}</a:t></a:r>`))
    .join(`<a:br>${run}</a:br>`);
  return `<a:p><a:pPr${indent}${side}>${plain ? '<a:buNone/>' : ''}</a:pPr>${runs}</a:p>`;
}

/** Hundredths of a point, as OOXML counts; it knows none below 100. */
export function pointsOf(px: number): number {
  return Math.max(100, Math.round(px * 75));
}
