import type { ContentKind } from '../kind.ts';
import { check } from './check.generated.js';
import { DEFAULT_RENDERER } from './default-renderer.ts';
import type { SlidesDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';
import { proposals } from './proposals.ts';
import { SCHEMA, SCHEMA_CHANGELOG, SCHEMA_VERSION } from './schema.ts';
import { SKILLS } from './skills.ts';

/** Decks of slides: shown, never filled in (spec 2.4, 2.5). */
export const slides: ContentKind<SlidesDocument> = {
  id: 'slides',
  schema: SCHEMA,
  SCHEMA_VERSION,
  SCHEMA_CHANGELOG,
  check,
  checkFurther: () => [],
  whyNot: (slide, member) =>
    member === 'bullets' && slide['layout'] !== 'bullets'
      ? '"bullets" is only for slides of the layout "bullets".'
      : null,
  proposals,
  starter: { title: 'Untitled deck', slides: [{ layout: 'title', heading: 'Untitled deck' }] },
  defaultRenderer: DEFAULT_RENDERER,
  data: { collects: false },
  screenshotTargets: ['document', 'slide:<n>'],
  operations: OPERATIONS,
  skills: SKILLS,
};
