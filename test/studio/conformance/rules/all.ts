import type { Rule } from '../rule.ts';
import { CAPABILITY_RULES } from './capabilities.ts';
import { DOCUMENT_RULES } from './documents.ts';
import { EDIT_RULES } from './edits.ts';
import { ENVELOPE_RULES } from './envelope.ts';
import { ERROR_RULES } from './errors.ts';
import { EVENT_RULES } from './events.ts';
import { HEARING_RULES } from './hearing.ts';
import { INVOKE_RULES } from './invoke.ts';
import { PICTURE_RULES } from './pictures.ts';
import { RENDERER_RULES } from './renderer.ts';
import { SCHEMA_RULES } from './schemas.ts';
import { SCHEMA_VERSION_RULES } from './schema-versions.ts';
import { SURROUNDINGS_RULES } from './surroundings.ts';
import { VERSION_RULES } from './versions.ts';

/** Every rule of the protocol that is checked, in the order in which they are told. */
export const RULES: readonly Rule[] = [
  ...ENVELOPE_RULES,
  ...DOCUMENT_RULES,
  ...EDIT_RULES,
  ...VERSION_RULES,
  ...SCHEMA_RULES,
  ...SCHEMA_VERSION_RULES,
  ...CAPABILITY_RULES,
  ...INVOKE_RULES,
  ...ERROR_RULES,
  ...EVENT_RULES,
  ...HEARING_RULES,
  ...RENDERER_RULES,
  ...PICTURE_RULES,
  ...SURROUNDINGS_RULES,
];
