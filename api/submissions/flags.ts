import { LIMITS } from '../limits.ts';
import type { FormToken } from './form-tokens.ts';

/** Why an answer was put aside: it looks as if a program had sent it. */
export const FLAGS = ['honeypot', 'too_fast', 'bad_token', 'no_token'] as const;
export type Flag = (typeof FLAGS)[number];

export interface FlagQuestion {
  /** What stood in the honeypot; people leave it empty. */
  readonly honeypot: unknown;
  /** Undefined where none was sent, null where it was not one of ours. */
  readonly token: FormToken | null | undefined;
  /** Whether it came from our page, which always sends a token. */
  readonly fromPage: boolean;
  readonly now: Date;
}

/**
 * What speaks against an answer. Programs that use the API send no token, and are not flagged for that; a page's answer
 * is told by its token, or by the form that it posts.
 */
export function flagsOf({ honeypot, token, fromPage, now }: FlagQuestion): readonly Flag[] {
  const flags: Flag[] = [];
  if (honeypot !== undefined && honeypot !== null && honeypot !== '') flags.push('honeypot');
  if (token === undefined && fromPage) flags.push('no_token');
  if (token === null) flags.push('bad_token');
  if (token && now.getTime() - token.issuedAt.getTime() < LIMITS.answerShortestMs) flags.push('too_fast');
  return flags;
}
