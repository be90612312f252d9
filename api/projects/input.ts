import { z } from 'zod';
import { isKindId, KINDS, type KindId } from '../content/kinds.ts';
import { refuseUnknownMembers } from '../data/query-error.ts';
import { ApiError } from '../errors.ts';
import { isProjectId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SETTINGS, settingsInput } from './settings.ts';

const schema = z.object({
  kind: z
    .custom<KindId>(isKindId, { error: `kind must be one of ${Object.keys(KINDS).join(', ')}` })
    .optional(),
  document: z.unknown().optional(),
  renderer: z
    .string({ error: 'renderer must be the text of an index.html, or null' })
    .refine((text) => Buffer.byteLength(text) <= LIMITS.rendererBytes, {
      error: `renderer may have ${LIMITS.rendererBytes.toLocaleString('en')} bytes at most`,
    })
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'renderer has characters that cannot be stored',
    })
    .nullable()
    .optional(),
  slug: z.string({ error: 'slug must be text or null' }).nullable().optional(),
  hosts: z
    .array(z.string({ error: 'a host must be text' }), { error: 'hosts must be a list of texts' })
    .optional(),
  published: z.boolean({ error: 'published must be true or false' }).optional(),
  schemaVersion: z
    .int({ error: 'schemaVersion must be an integer' })
    .min(0, 'schemaVersion must be 0 or more')
    .optional(),
  settings: settingsInput.optional(),
});

/** What PUT takes (design 4); a member that was not given is undefined. */
export type ProjectInput = z.output<typeof schema>;

/**
 * Unknown members and those that the server sets are ignored (design 4), but for those of `settings`: a mistyped one
 * would leave the form open, or answers unsent, and nobody told.
 * @throws ApiError invalid_request naming every mistake
 */
export function parseProjectInput(value: unknown): ProjectInput {
  const result = schema.safeParse(value);
  if (result.success) {
    const { settings } = Object(value) as { readonly settings?: object };
    refuseUnknownMembers(Object.keys(settings ?? {}), {
      what: 'setting',
      known: SETTINGS,
      path: '/settings',
    });
    return result.data;
  }
  throw new ApiError('invalid_request', `${result.error.issues.map(({ message }) => message).join('; ')}.`);
}

/** @throws ApiError invalid_request */
export function checkProjectId(id: string): void {
  if (!isProjectId(id)) {
    throw new ApiError('invalid_request', 'The id of a project has 1 to 48 characters of A-Z a-z 0-9 _ -.');
  }
}
