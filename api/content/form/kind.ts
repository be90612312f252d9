import type { ContentKind } from '../kind.ts';
import { checkFurther } from './check-further.ts';
import { check } from './check.generated.js';
import { DEFAULT_RENDERER } from './default-renderer.ts';
import { hasOptions, hasRange, type FormDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';
import { proposals } from './proposals.ts';
import { checkRecord, recordSchema } from './record.ts';
import { SCHEMA, SCHEMA_CHANGELOG, SCHEMA_VERSION } from './schema.ts';
import { SKILLS } from './skills.ts';

/** Forms: fields that people fill in (spec 2.4, 2.5). */
export const form: ContentKind<FormDocument> = {
  id: 'form',
  schema: SCHEMA,
  SCHEMA_VERSION,
  SCHEMA_CHANGELOG,
  check,
  checkFurther,
  whyNot(field, member) {
    if (member === 'options' && !hasOptions(field['type'])) {
      return '"options" is only for fields of the types "choice" and "multi".';
    }
    if (member === 'range' && !hasRange(field['type'])) {
      return '"range" is only for fields of the types "number" and "rating".';
    }
    return null;
  },
  proposals,
  starter: { title: 'Untitled form', fields: [{ type: 'text', key: 'name', label: 'Your name' }] },
  defaultRenderer: DEFAULT_RENDERER,
  data: { collects: true, recordLabel: 'Answer', recordSchema, checkRecord },
  screenshotTargets: ['document', 'field:<key>'],
  operations: OPERATIONS,
  skills: SKILLS,
};
