import { heightOf } from './fit-text.ts';
import { pointsOf } from './text.ts';
import { presentationPart, transform, type Box } from './xml.ts';

export type LayoutName = 'cover' | 'part' | 'columns' | 'statement' | 'heading' | 'list';
type Direction = 'ltr' | 'rtl';

/** A place for text in a layout. */
interface Place extends Box {
  readonly size: number;
  readonly anchor: 't' | 'ctr' | 'b';
}

/** Where text goes on slides of one kind; lengths are CSS pixels of a sheet 1,280 wide, as on the page. */
export interface SlideLayout {
  readonly name: LayoutName;
  readonly direction: Direction;
  /** Shown in the list of layouts. */
  readonly label: string;
  readonly title: Place | null;
  readonly subtitle: Place | null;
  readonly body: Place | null;
}

export const SHEET_WIDTH = 1280;
const EDGE = 70;
export const TITLE_LEAD = { line: 1.15, after: 0.1 };
export const BODY_LEAD = { line: 1.4, after: 0.5 };
const LABELS: Readonly<Record<LayoutName, string>> = {
  cover: 'Cover',
  part: 'Part',
  columns: 'Heading and text',
  statement: 'Statement',
  heading: 'Heading',
  list: 'Text',
};

/** The layout of a name and direction on a sheet of a height. */
export function layoutOf(name: LayoutName, direction: Direction, height: number): SlideLayout {
  const middle = height / 2;
  const wide = SHEET_WIDTH - 2 * EDGE;
  const make = (places: Partial<Pick<SlideLayout, 'title' | 'subtitle' | 'body'>>): SlideLayout => {
    const turned = (place: Place | null | undefined): Place | null =>
      place ? { ...place, x: direction === 'rtl' ? SHEET_WIDTH - place.x - place.w : place.x } : null;
    return {
      ...{ name, direction, label: `${LABELS[name]}${direction === 'rtl' ? ' (right to left)' : ''}` },
      title: turned(places.title),
      subtitle: turned(places.subtitle),
      body: turned(places.body),
    };
  };
  switch (name) {
    case 'cover':
    case 'part':
      return make({
        title: { x: EDGE, y: middle - 250, w: 960, h: 250, size: 74, anchor: 'b' },
        subtitle: { x: EDGE, y: middle + 14, w: 960, h: 110, size: 28, anchor: 't' },
        body: { x: EDGE, y: middle + 134, w: 960, h: middle - 134 - 50, size: 27, anchor: 't' },
      });
    case 'columns':
      return make({
        title: { x: EDGE, y: 124, w: 446, h: 260, size: 47, anchor: 't' },
        subtitle: { x: EDGE, y: 394, w: 446, h: height - 394 - EDGE, size: 28, anchor: 't' },
        body: { x: 586, y: 96, w: 624, h: height - 96 - EDGE, size: 30, anchor: 't' },
      });
    case 'statement':
      return make({
        body: { x: 190, y: 90, w: 940, h: height - 180, size: 46, anchor: 'ctr' },
      });
    case 'heading':
      return make({
        title: { x: EDGE, y: middle - 220, w: wide, h: 250, size: 66, anchor: 'b' },
        subtitle: { x: EDGE, y: middle + 44, w: wide, h: 160, size: 28, anchor: 't' },
      });
    case 'list':
      return make({ body: { x: EDGE, y: 80, w: wide, h: height - 160, size: 30, anchor: 'ctr' } });
  }
}

/** Where a subtitle starts when its heading has so many lines: close below it, where the heading stands at the top. */
export function subtitleBelow(layout: SlideLayout, heading: string, size: number): Box | null {
  const { title, subtitle } = layout;
  if (layout.name !== 'columns' || !title || !subtitle) return null;
  const y = title.y + Math.min(title.h, heightOf([heading], title.w, size, TITLE_LEAD)) + 16;
  return { ...subtitle, y, h: subtitle.y + subtitle.h - y };
}

/** The part of a layout: its ornaments, and places that slides fill in. */
export function layoutPart(layout: SlideLayout, height: number): string {
  const { name, label, title, subtitle, body } = layout;
  const isCover = name === 'cover';
  const ground = isCover ? 'accent2' : name === 'part' ? 'bg2' : null;
  const ink = isCover ? 'accent5' : 'tx1';
  const quiet = isCover ? 'accent5' : 'accent6';
  const marks = name === 'columns' || name === 'list';
  let id = 1;
  const shapes = [
    ...ornaments(layout, height).map((shape) => shape(++id)),
    title && placeholder(++id, 'Title', 'type="title"', title, { color: ink, bold: true, line: 100 }),
    body &&
      placeholder(++id, 'Text', 'type="body" idx="1"', body, { color: ink, marks, bold: false, line: 118 }),
    subtitle &&
      placeholder(++id, 'Subtitle', 'type="body" idx="2"', subtitle, {
        color: quiet,
        bold: false,
        line: 110,
      }),
  ].filter((shape) => shape !== null);
  const back =
    ground === null
      ? ''
      : `<p:bg><p:bgPr><a:solidFill><a:schemeClr val="${ground}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`;
  const tree = `<p:cSld name="${label}">${back}${shapeTree(shapes.join(''))}</p:cSld>`;
  return presentationPart(
    'sldLayout',
    `${tree}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`,
    ' preserve="1" userDrawn="1"',
  );
}

export function shapeTree(shapes: string): string {
  return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
}

type Shape = (id: number) => string;

function ornaments({ name, direction, title, body }: SlideLayout, height: number): readonly Shape[] {
  const turn = (box: Box): Box => (direction === 'rtl' ? { ...box, x: SHEET_WIDTH - box.x - box.w } : box);
  const bar = (box: Box): Shape => ornament('rect', turn(box), 'accent1');
  if (name === 'cover') {
    // Rings around the corner, cut off by the sheet: quarter pies, so that nothing lies outside of it.
    const ring = (radius: number, color: string): Shape =>
      ornament(
        'pie',
        {
          x: (direction === 'rtl' ? 0 : SHEET_WIDTH) - radius,
          y: height - radius,
          w: 2 * radius,
          h: 2 * radius,
        },
        color,
        direction,
      );
    return [
      ring(560, 'accent3'),
      ring(455, 'accent2'),
      ring(335, 'accent3'),
      ring(230, 'accent2'),
      ring(150, 'accent3'),
    ];
  }
  if (name === 'part') return [bar({ x: 0, y: 0, w: 14, h: height })];
  if (name === 'columns') return [bar({ x: EDGE, y: 100, w: 51, h: 7 })];
  if (name === 'heading' && title) return [bar({ x: EDGE, y: title.y - 24, w: 51, h: 7 })];
  if (name === 'statement' && body) return [bar({ x: 154, y: 150, w: 7, h: height - 300 })];
  return [];
}

function ornament(shape: 'rect' | 'pie', box: Box, color: string, direction: Direction = 'ltr'): Shape {
  const [from, to] = direction === 'rtl' ? [16_200_000, 0] : [10_800_000, 16_200_000];
  const guides =
    shape === 'pie' ? `<a:gd name="adj1" fmla="val ${from}"/><a:gd name="adj2" fmla="val ${to}"/>` : '';
  return (id) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Ornament ${id}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${transform(box)}<a:prstGeom prst="${shape}"><a:avLst>${guides}</a:avLst></a:prstGeom><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>`;
}

function placeholder(
  id: number,
  name: string,
  kind: string,
  place: Place,
  {
    color,
    bold,
    line,
    marks = false,
  }: { readonly color: string; readonly bold: boolean; readonly line: number; readonly marks?: boolean },
): string {
  const size = Math.round(place.size);
  const mark = marks
    ? '<a:buClr><a:schemeClr val="accent1"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="•"/>'
    : '<a:buNone/>';
  const indent = marks
    ? ` marL="${Math.round(size * 9_525)}" indent="${-Math.round(size * 9_525)}"`
    : ' marL="0" indent="0"';
  const level = `<a:lvl1pPr${indent}><a:lnSpc><a:spcPct val="${line}000"/></a:lnSpc><a:spcBef><a:spcPts val="0"/></a:spcBef><a:spcAft><a:spcPts val="${Math.round(size * 30)}"/></a:spcAft>${mark}<a:defRPr sz="${pointsOf(size)}" b="${bold ? 1 : 0}"><a:solidFill><a:schemeClr val="${color}"/></a:solidFill></a:defRPr></a:lvl1pPr>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr><p:spPr>${transform(place)}</p:spPr><p:txBody><a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="${place.anchor}"><a:normAutofit/></a:bodyPr><a:lstStyle>${level}</a:lstStyle><a:p><a:r><a:rPr/><a:t>${name}</a:t></a:r></a:p></p:txBody></p:sp>`;
}
