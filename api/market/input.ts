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

const members = z.object({
  name: text('name', LIMITS.nameCharacters).trim().nullish(),
  description: text('description', LIMITS.descriptionCharacters).nullish(),
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
});

const publication = members.extend({
  id: z
    .string({ error: 'id must be text' })
    .refine(isClientId, 'id must have 1 to 64 characters of A-Z a-z 0-9 _ -')
    .nullish(),
  aml: text('aml', LIMITS.amlBytes).nullish(),
  // Kept as it came: a parser would lose a file that is called __proto__.
  files: z
    .custom<Record<string, unknown>>(isObject, { error: 'files must be an object of path and content' })
    .nullish(),
  indexHtml: z.string({ error: 'indexHtml must be text' }).nullish(),
});

/** What an entry of any kind says about itself; a member that was not given is undefined. */
export interface EntryMembers {
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Null removes the preview. */
  readonly preview: string | null | undefined;
  readonly tags: readonly string[] | undefined;
}

/** A publish request, checked. */
export interface Publication extends EntryMembers {
  readonly id: string | undefined;
  readonly aml: string | undefined;
  readonly files: Readonly<Record<string, unknown>>;
}

/** Reads what an entry says about itself; anything else is ignored. @throws ApiError invalid_request */
export function parseMembers(value: unknown): EntryMembers {
  return readMembers(parsed(members, value));
}

/**
 * Reads an AppEntry as given to publish (spec 4.2). Members that the server sets (`ownerId`, `createdAt`, …) and
 * unknown ones are ignored. `indexHtml` becomes `files["index.html"]` and wins over one there (design 4).
 * @throws ApiError invalid_request, also when there is no `index.html`
 */
export function parsePublication(value: unknown): Publication {
  const given = parsed(publication, value);
  const { id, aml, indexHtml } = given;
  const files = { ...given.files, ...(indexHtml == null ? {} : { 'index.html': indexHtml }) };
  if (!Object.hasOwn(files, 'index.html')) {
    throw new ApiError('invalid_request', 'An app must contain the file "index.html".');
  }
  return { ...readMembers(given), id: id ?? undefined, aml: aml ?? undefined, files };
}

function readMembers({ name, description, preview, tags }: z.output<typeof members>): EntryMembers {
  return {
    name: name || undefined,
    description: description ?? undefined,
    preview,
    tags: tags ? [...new Set(tags)] : undefined,
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError('invalid_request', `${result.error.issues.map((issue) => issue.message).join('; ')}.`);
}
