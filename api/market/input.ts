import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { isClientId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

const PREVIEW = /^(data:image\/|https:\/\/)/;

const text = (name: string, max: number) =>
  z
    .string({ error: `${name} must be text` })
    .max(max, `${name} may have ${max} characters at most`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      `${name} has characters that cannot be stored`,
    );

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const publication = z.object({
  id: z
    .string({ error: 'id must be text' })
    .refine(isClientId, 'id must have 1 to 64 characters of A-Z a-z 0-9 _ -')
    .nullish(),
  name: text('name', LIMITS.nameCharacters).trim().nullish(),
  description: text('description', LIMITS.descriptionCharacters).nullish(),
  aml: text('aml', LIMITS.amlBytes).nullish(),
  preview: text('preview', LIMITS.previewBytes)
    .regex(PREVIEW, 'preview must be a data:image or https: URL')
    .nullable()
    .optional(),
  tags: z
    .array(text('a tag', LIMITS.tagCharacters).trim().min(1, 'a tag must not be empty'), {
      error: 'tags must be a list of texts',
    })
    .max(LIMITS.tags, `an app may have ${LIMITS.tags} tags at most`)
    .nullish(),
  // Kept as it came: a parser would lose a file that is called __proto__.
  files: z
    .custom<Record<string, unknown>>(isObject, { error: 'files must be an object of path and content' })
    .nullish(),
  indexHtml: z.string({ error: 'indexHtml must be text' }).nullish(),
});

/** A publish request, checked; a member that was not given is undefined. */
export interface Publication {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly aml: string | undefined;
  /** Null removes the preview. */
  readonly preview: string | null | undefined;
  readonly tags: readonly string[] | undefined;
  readonly files: Readonly<Record<string, unknown>>;
}

/**
 * Reads an AppEntry as given to publish (spec 4.2). Members that the server sets (`ownerId`, `createdAt`, …) and
 * unknown ones are ignored. `indexHtml` becomes `files["index.html"]` and wins over one there (design 4).
 * @throws ApiError invalid_request, also when there is no `index.html`
 */
export function parsePublication(value: unknown): Publication {
  const result = publication.safeParse(value);
  if (!result.success) {
    throw new ApiError('invalid_request', `${result.error.issues.map((issue) => issue.message).join('; ')}.`);
  }
  const { id, name, description, aml, preview, tags, indexHtml } = result.data;
  const files = { ...result.data.files, ...(indexHtml == null ? {} : { 'index.html': indexHtml }) };
  if (!Object.hasOwn(files, 'index.html')) {
    throw new ApiError('invalid_request', 'An app must contain the file "index.html".');
  }
  return {
    id: id ?? undefined,
    name: name || undefined,
    description: description ?? undefined,
    aml: aml ?? undefined,
    preview,
    tags: tags ? [...new Set(tags)] : undefined,
    files,
  };
}
