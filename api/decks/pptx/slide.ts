import { directionOfText } from '../../content/page/text-direction.ts';
import type { Slide } from '../../content/slides/document.ts';
import { paragraphsOf, splitNotes } from '../../content/slides/page/speaker-notes.ts';
import { scaleToFit } from './fit-text.ts';
import {
  BODY_LEAD,
  layoutOf,
  shapeTree,
  subtitleBelow,
  TITLE_LEAD,
  type LayoutName,
  type SlideLayout,
} from './layouts.ts';
import { paragraph } from './text.ts';
import { presentationPart, transform, type Box } from './xml.ts';

/** A slide as it goes into the file. */
export interface SlidePart {
  readonly layout: SlideLayout;
  readonly xml: string;
  /** The speaker's; '' for none. */
  readonly notes: string;
}

/** A slide with its text in the places of its layout, where it can be edited (ECMA-376, part 1, 19.3). */
export function slidePart(slide: Slide, index: number, height: number): SlidePart {
  const heading = filled(slide.heading);
  const subtitle = filled(slide.subtitle);
  const { shown, notes } = splitNotes(slide.body);
  const paragraphs = paragraphsOf(shown);
  const bullets = (slide.bullets ?? []).filter((text) => text.trim() !== '');
  const texts = [heading, subtitle, ...paragraphs, ...bullets].filter((text) => text !== null);
  const isLong = paragraphs.join('').length > 180;
  const name = nameOf(slide, index, {
    hasHead: heading !== null || subtitle !== null,
    hasRest: paragraphs.length + bullets.length > 0,
    isStatement: bullets.length === 0 && !isLong,
  });
  const layout = layoutOf(name, directionOfText(texts.join(' ')), height);
  const shapes: string[] = [];
  const add = (title: string, kind: string, box: Box | null, content: string): void => {
    const id = shapes.length + 2;
    const place = box === null ? '<p:spPr/>' : `<p:spPr>${transform(box)}</p:spPr>`;
    shapes.push(
      `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${title} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${kind}/></p:nvPr></p:nvSpPr>${place}<p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${content}</p:txBody></p:sp>`,
    );
  };

  let below: Box | null = null;
  if (heading !== null && layout.title) {
    const size = sized([heading], layout.title, TITLE_LEAD);
    add('Title', 'type="title"', null, paragraph(heading, { size }));
    below = subtitleBelow(layout, heading, size);
  }
  if (subtitle !== null && layout.subtitle) {
    const box = below ?? layout.subtitle;
    const size = sized([subtitle], { ...box, size: layout.subtitle.size }, BODY_LEAD);
    add('Subtitle', 'type="body" idx="2"', below, paragraph(subtitle, { size }));
  }
  if (paragraphs.length + bullets.length > 0 && layout.body) {
    const size = sized([...paragraphs, ...bullets], layout.body, BODY_LEAD);
    const content = [
      ...paragraphs.map((text) => paragraph(text, { size, plain: true })),
      ...bullets.map((text) => paragraph(text, { size })),
    ];
    add('Text', 'type="body" idx="1"', null, content.join(''));
  }
  const tree = `<p:cSld>${shapeTree(shapes.join(''))}</p:cSld>`;
  const xml = presentationPart('sld', `${tree}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`);
  return { layout, xml, notes };
}

/** The same choice of look as on the page (page/render.ts). */
function nameOf(
  { layout }: Slide,
  index: number,
  has: { readonly hasHead: boolean; readonly hasRest: boolean; readonly isStatement: boolean },
): LayoutName {
  if (layout === 'title') return index === 0 ? 'cover' : 'part';
  if (has.hasHead) return has.hasRest ? 'columns' : 'heading';
  return has.isStatement ? 'statement' : 'list';
}

function sized(
  paragraphs: readonly string[],
  place: Box & { readonly size: number },
  lead: { readonly line: number; readonly after: number },
): number {
  return place.size * scaleToFit(paragraphs, place, place.size, lead);
}

function filled(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
