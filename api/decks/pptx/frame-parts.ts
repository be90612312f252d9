import { toHex } from '../../content/page/color.ts';
import type { Scheme } from '../../content/page/theme.ts';
import { deckPaletteOf } from '../../content/slides/page/look.ts';
import { shapeTree, SHEET_WIDTH } from './layouts.ts';
import { paragraph } from './text.ts';
import { drawingPart, emu, escapeXml, presentationPart, transform } from './xml.ts';

const COLOR_MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
const LEVELS = Array.from({ length: 9 }, (_, level) => level + 1);
/** Portrait A4 in CSS pixels: what notes are printed on. */
const NOTES_SHEET = { w: 794, h: 1123 };

/** The colours of the deck under the names that programs offer, so that what is added later fits. */
export function themePart(accent: string | null, scheme: Scheme): string {
  const palette = deckPaletteOf(accent, scheme);
  const colors = {
    ...{ dk1: palette.ink, lt1: palette.paper, dk2: palette.quiet, lt2: palette.soft },
    ...{ accent1: palette.accent, accent2: palette.cover, accent3: palette.ornament },
    ...{ accent4: palette.line, accent5: palette.onCover, accent6: palette.quiet },
    ...{ hlink: palette.accent, folHlink: palette.quiet },
  };
  const list = Object.entries(colors)
    .map(
      ([name, color]) => `<a:${name}><a:srgbClr val="${toHex(color).slice(1).toUpperCase()}"/></a:${name}>`,
    )
    .join('');
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface="Arial"/>';
  const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const thrice = (text: string): string => text.repeat(3);
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  const formats = `<a:fillStyleLst>${thrice(solid)}</a:fillStyleLst><a:lnStyleLst>${thrice(`<a:ln w="9525">${solid}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${thrice(effect)}</a:effectStyleLst><a:bgFillStyleLst>${thrice(solid)}</a:bgFillStyleLst>`;
  return drawingPart(
    'theme',
    `<a:themeElements><a:clrScheme name="Deck">${list}</a:clrScheme><a:fontScheme name="Deck"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Deck">${formats}</a:fmtScheme></a:themeElements>`,
    ' name="Deck"',
  );
}

/** What all layouts share. @param layouts how many; their relations come first in the master's */
export function masterPart(layouts: number, height: number): string {
  const level = (n: number, size: number, marks: boolean): string =>
    `<a:lvl${n}pPr marL="${marks ? emu(28) * n : 0}" indent="${marks ? -emu(28) : 0}">${marks ? '<a:buFont typeface="Arial"/><a:buChar char="•"/>' : '<a:buNone/>'}<a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${n}pPr>`;
  const styles = `<p:txStyles><p:titleStyle>${level(1, 3_500, false)}</p:titleStyle><p:bodyStyle>${LEVELS.map((n) => level(n, 2_200, true)).join('')}</p:bodyStyle><p:otherStyle>${LEVELS.map((n) => level(n, 1_800, false)).join('')}</p:otherStyle></p:txStyles>`;
  const place = (id: number, name: string, kind: string, y: number, h: number): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr><p:spPr>${transform({ x: 70, y, w: SHEET_WIDTH - 140, h })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr/><a:t>${name}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const shapes =
    place(2, 'Title', 'type="title"', 60, 120) + place(3, 'Text', 'type="body" idx="1"', 200, height - 260);
  const ids = Array.from(
    { length: layouts },
    (_, index) => `<p:sldLayoutId id="${2_147_483_660 + index}" r:id="rId${index + 1}"/>`,
  );
  const back =
    '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>';
  return presentationPart(
    'sldMaster',
    `<p:cSld>${back}${shapeTree(shapes)}</p:cSld><p:clrMap ${COLOR_MAP}/><p:sldLayoutIdLst>${ids.join('')}</p:sldLayoutIdLst>${styles}`,
  );
}

export function notesMasterPart(): string {
  const { w, h } = NOTES_SHEET;
  const shapes = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${transform({ x: 80, y: 90, w: w - 160, h: 360 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>${transform({ x: 80, y: 490, w: w - 160, h: h - 580 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp>`;
  return presentationPart('notesMaster', `<p:cSld>${shapeTree(shapes)}</p:cSld><p:clrMap ${COLOR_MAP}/>`);
}

/** What the speaker says to a slide. */
export function notesPart(notes: string): string {
  const text = notes.split('\n').map((line) => paragraph(line, { size: 0, plain: true }));
  const shapes = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="3"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${text.join('')}</p:txBody></p:sp>`;
  return presentationPart(
    'notes',
    `<p:cSld>${shapeTree(shapes)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`,
  );
}

/** @param height of a sheet, in CSS pixels; `notesId` null for a deck without notes */
export function presentationXml(
  height: number,
  masterId: string,
  slideIds: readonly string[],
  notesId: string | null,
): string {
  const notes =
    notesId === null ? '' : `<p:notesMasterIdLst><p:notesMasterId r:id="${notesId}"/></p:notesMasterIdLst>`;
  const slides = slideIds.map((id, index) => `<p:sldId id="${256 + index}" r:id="${id}"/>`).join('');
  return presentationPart(
    'presentation',
    `<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="${masterId}"/></p:sldMasterIdLst>${notes}<p:sldIdLst>${slides}</p:sldIdLst><p:sldSz cx="${emu(SHEET_WIDTH)}" cy="${emu(height)}"/><p:notesSz cx="${emu(NOTES_SHEET.w)}" cy="${emu(NOTES_SHEET.h)}"/>`,
  );
}

export function corePart(title: string, changed: Date): string {
  const time = changed.toISOString().replace(/\.\d+/, '');
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`;
}
