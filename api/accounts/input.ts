import { z } from 'zod';
import { ApiError } from '../errors.ts';

const email = z
  .string({ error: 'email must be text' })
  .trim()
  .toLowerCase()
  .max(254, 'email may have 254 characters at most')
  .pipe(z.email('email must be an e-mail address'));
const password = z
  .string({ error: 'password must be text' })
  .min(8, 'password must have at least 8 characters')
  .max(256, 'password may have 256 characters at most');
const name = z.string('name must be text').trim().max(100, 'name may have 100 characters at most');

const shapes = {
  registration: z.object({ email, password, name: name.nullish() }),
  login: z.object({ email, password: z.string({ error: 'password must be text' }).max(256) }),
  email: z.object({ email }),
  token: z.object({ token: z.string({ error: 'token must be text' }).max(200) }),
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
