import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isCommonPassword } from './common-passwords.ts';
import { displayName } from './display-name.ts';
import { isPictureOfItsKind } from './picture-kind.ts';

const email = z
  .string({ error: 'email must be text' })
  .trim()
  .toLowerCase()
  .max(254, 'email may have 254 characters at most')
  .pipe(z.email('email must be an e-mail address'));
const newPassword = (member: string) =>
  z
    .string({ error: `${member} must be text` })
    .refine((text) => [...text].length >= 8, `${member} must have at least 8 characters`)
    .max(256, `${member} may have 256 characters at most`);
const shortText = (member: string, most: number) =>
  z.string({ error: `${member} must be text` }).max(most, `${member} may have ${most} characters at most`);
const password = (member: string) => shortText(member, 256);
const name = z
  .string('name must be text')
  .transform(displayName)
  .pipe(z.string().max(100, 'name may have 100 characters at most'));
const picture = z
  .string('picture must be text')
  .regex(
    /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/,
    'picture must be a data: URL of a PNG, JPEG or WebP image',
  )
  .max(
    LIMITS.userPictureBytes,
    `picture may have ${LIMITS.userPictureBytes.toLocaleString('en')} bytes at most`,
  )
  .refine(isPictureOfItsKind, 'picture is not the kind of image that it says');

const shapes = {
  registration: z.object({ email, password: newPassword('password'), name: name.nullish() }),
  login: z.object({ email, password: password('password') }),
  email: z.object({ email }),
  token: z.object({ token: shortText('token', 200) }),
  reset: z.object({
    reset_token: shortText('reset_token', 200),
    password: newPassword('password'),
  }),
  profile: z.object({
    name: name.pipe(z.string().min(1, 'name must not be empty')).nullish(),
    picture: picture.nullable().optional(),
  }),
  passwordChange: z.object({
    currentPassword: password('currentPassword'),
    newPassword: newPassword('newPassword'),
  }),
  password: z.object({ password: password('password') }),
  code: z.object({ code: shortText('code', 200) }),
};

/**
 * Checks what a person sent to an account route.
 * @throws ApiError invalid_request naming every mistake
 */
export function parseAccountInput<K extends keyof typeof shapes>(
  kind: K,
  value: unknown,
): z.output<(typeof shapes)[K]> {
  const result = shapes[kind].safeParse(value);
  if (result.success) return result.data as z.output<(typeof shapes)[K]>;
  const mistakes = result.error.issues.map((issue) => issue.message);
  throw new ApiError('invalid_request', `${mistakes.join('; ')}.`);
}

/** @throws ApiError invalid_request for a password that guessers try first (ASVS 6.2.4) */
export function refuseCommonPassword(chosen: string, forEmail: string): void {
  if (!isCommonPassword(chosen, forEmail)) return;
  throw new ApiError(
    'invalid_request',
    'This password is one of the first that others would guess. Choose another one.',
  );
}
