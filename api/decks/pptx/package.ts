import { strToU8, zipSync, type Zippable } from 'fflate';
import type { SlidesDocument } from '../../content/slides/document.ts';
import { readLook } from '../../content/slides/page/look.ts';
import {
  corePart,
  masterPart,
  notesMasterPart,
  notesPart,
  presentationXml,
  themePart,
} from './frame-parts.ts';
import { layoutPart, type SlideLayout } from './layouts.ts';
import { slidePart } from './slide.ts';
import { part, relationsPart, type Relation } from './xml.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.presentationml';
export const PPTX_TYPE = `${TYPES}.presentation`;

export interface PptxOptions {
  /** The owner's accent; goes before the theme's. */
  readonly accent: string | null;
  /** When the deck was last changed: the same deck is the same file. */
  readonly changed: Date;
}

/**
 * A deck as a presentation that PowerPoint and its kin open (Office Open XML, ECMA-376): every text is text in a
 * placeholder of its layout, and the speaker's notes are notes. A deck without a scheme is light.
 * @returns the bytes of the file
 */
export function deckPptx(
  document: SlidesDocument,
  { accent, changed }: PptxOptions,
): Uint8Array<ArrayBuffer> {
  const look = readLook(document.theme, accent);
  const slides = document.slides.map((slide, index) => slidePart(slide, index, look.height));
  const layouts = distinctLayouts(slides.map(({ layout }) => layout));
  const hasNotes = slides.some(({ notes }) => notes !== '');
  const files = new Map<string, { readonly xml: string; readonly type: string }>();
  const add = (path: string, type: string, xml: string, relations: readonly Relation[] = []): void => {
    files.set(path, { xml, type });
    if (relations.length === 0) return;
    const [, folder = '', name = ''] = /^(.*\/)([^/]+)$/.exec(path) ?? [];
    files.set(`${folder}_rels/${name}.rels`, { xml: relationsPart(relations), type: '' });
  };

  const theme = themePart(look.accent, look.scheme ?? 'light');
  add('ppt/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml', theme);
  const layoutTargets = layouts.map((_, index) => ({
    type: 'slideLayout',
    target: `../slideLayouts/slideLayout${index + 1}.xml`,
  }));
  add(
    'ppt/slideMasters/slideMaster1.xml',
    `${TYPES}.slideMaster+xml`,
    masterPart(layouts.length, look.height),
    [...layoutTargets, { type: 'theme', target: '../theme/theme1.xml' }],
  );
  layouts.forEach((layout, index) =>
    add(
      `ppt/slideLayouts/slideLayout${index + 1}.xml`,
      `${TYPES}.slideLayout+xml`,
      layoutPart(layout, look.height),
      [{ type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' }],
    ),
  );
  if (hasNotes) {
    add('ppt/theme/theme2.xml', 'application/vnd.openxmlformats-officedocument.theme+xml', theme);
    add('ppt/notesMasters/notesMaster1.xml', `${TYPES}.notesMaster+xml`, notesMasterPart(), [
      { type: 'theme', target: '../theme/theme2.xml' },
    ]);
  }
  slides.forEach(({ layout, xml, notes }, index) => {
    const n = index + 1;
    const at = layouts.findIndex((one) => isSame(one, layout)) + 1;
    add(`ppt/slides/slide${n}.xml`, `${TYPES}.slide+xml`, xml, [
      { type: 'slideLayout', target: `../slideLayouts/slideLayout${at}.xml` },
      ...(notes === '' ? [] : [{ type: 'notesSlide', target: `../notesSlides/notesSlide${n}.xml` }]),
    ]);
    if (notes === '') return;
    add(`ppt/notesSlides/notesSlide${n}.xml`, `${TYPES}.notesSlide+xml`, notesPart(notes), [
      { type: 'notesMaster', target: '../notesMasters/notesMaster1.xml' },
      { type: 'slide', target: `../slides/slide${n}.xml` },
    ]);
  });

  const relations: readonly Relation[] = [
    { type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
    { type: 'theme', target: 'theme/theme1.xml' },
    ...slides.map((_, index) => ({ type: 'slide', target: `slides/slide${index + 1}.xml` })),
    ...(hasNotes ? [{ type: 'notesMaster', target: 'notesMasters/notesMaster1.xml' }] : []),
  ];
  const slideIds = slides.map((_, index) => `rId${index + 3}`);
  const notesId = hasNotes ? `rId${relations.length}` : null;
  const xml = presentationXml(look.height, 'rId1', slideIds, notesId);
  add('ppt/presentation.xml', `${TYPES}.presentation.main+xml`, xml, relations);
  add(
    'docProps/core.xml',
    'application/vnd.openxmlformats-package.core-properties+xml',
    corePart(document.title, changed),
  );
  return zip(files, changed);
}

function zip(
  files: ReadonlyMap<string, { readonly xml: string; readonly type: string }>,
  changed: Date,
): Uint8Array<ArrayBuffer> {
  const overrides = [...files]
    .filter(([, { type }]) => type !== '')
    .map(([path, { type }]) => `<Override PartName="/${path}" ContentType="${type}"/>`);
  const types = part(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  );
  const root = relationsPart([
    { type: 'officeDocument', target: 'ppt/presentation.xml' },
    { type: 'core-properties', target: 'docProps/core.xml' },
  ]);
  // The list of types comes first: some programs know the file by it.
  const entries: Zippable = { '[Content_Types].xml': strToU8(types), '_rels/.rels': strToU8(root) };
  for (const [path, { xml }] of files) entries[path] = strToU8(xml);
  // A zip knows no time before 1980.
  return zipSync(entries, { level: 6, mtime: new Date(Math.max(changed.getTime(), Date.UTC(1980, 0, 2))) });
}

/** The layouts that are used, in the order of their first use. */
function distinctLayouts(layouts: readonly SlideLayout[]): readonly SlideLayout[] {
  return layouts.filter((layout, index) => layouts.findIndex((one) => isSame(one, layout)) === index);
}

function isSame(one: SlideLayout, other: SlideLayout): boolean {
  return one.name === other.name && one.direction === other.direction;
}
