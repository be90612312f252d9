import type { ContentKind } from '@platform/api/content/kind.ts';
import { validateText, type Validation } from '@platform/api/content/validate.ts';
import { StudioError } from './protocol.ts';

/** Bytes that a document and a renderer may have (design 11, docs/projects.md). */
export const MOST_DOCUMENT_BYTES = 1_000_000;
export const MOST_RENDERER_BYTES = 2_000_000;

/** What a Studio holds. `version` counts accepted changes; the other two say for which schema things were made. */
export interface StudioContent {
  readonly version: number;
  readonly text: string;
  readonly validation: Validation;
  readonly renderer: string | null;
  readonly docSchemaVersion: number;
  readonly rendererSchemaVersion: number;
}

/** What a Studio begins with: version 0, a small valid document, the renderer of its kind (design 11). */
export function startingContent(kind: ContentKind): StudioContent {
  const text = JSON.stringify(kind.starter, null, 2);
  return {
    version: 0,
    text,
    validation: validateText(kind, text),
    renderer: kind.defaultRenderer,
    docSchemaVersion: kind.SCHEMA_VERSION,
    rendererSchemaVersion: kind.SCHEMA_VERSION,
  };
}

/** The next version with another text; an invalid one too is taken and held. @throws StudioError too_large */
export function withText(
  kind: ContentKind,
  content: StudioContent,
  text: string,
  docSchemaVersion = content.docSchemaVersion,
): StudioContent {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST_DOCUMENT_BYTES) throw tooLarge('A document', bytes, MOST_DOCUMENT_BYTES);
  return {
    ...content,
    version: content.version + 1,
    text,
    validation: validateText(kind, text),
    docSchemaVersion,
  };
}

/** The next version with another renderer; null is blank. @throws StudioError too_large */
export function withRenderer(
  content: StudioContent,
  renderer: string | null,
  rendererSchemaVersion: number,
): StudioContent {
  const bytes = renderer === null ? 0 : new TextEncoder().encode(renderer).length;
  if (bytes > MOST_RENDERER_BYTES) throw tooLarge('A renderer', bytes, MOST_RENDERER_BYTES);
  return { ...content, version: content.version + 1, renderer, rendererSchemaVersion };
}

/** How often a text stands in another, counted without overlaps. */
export function countMatches(text: string, find: string): number {
  let matches = 0;
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) matches += 1;
  return matches;
}

/** Levels of a document that are sent parsed; documents of every kind have far fewer. */
const MOST_LEVELS = 200;

/**
 * The document as `getState` gives it parsed; null where it is no JSON, and where it is nested so deep that browsers
 * refuse to send it from one window to another. Its text can be sent always.
 */
export function instanceOf({ validation: { document } }: StudioContent): unknown {
  let level: readonly unknown[] = [document];
  for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
    if (level.length === 0) return document ?? null;
  }
  return null;
}

function tooLarge(what: string, bytes: number, most: number): StudioError {
  return new StudioError(
    'too_large',
    `${what} may have ${most.toLocaleString('en')} bytes; this one has ${bytes.toLocaleString('en')}.`,
  );
}
