import { ApiError } from '../../errors.ts';

const SENTENCES = {
  unreachable: 'could not be reached',
  connect: 'did not accept a connection in time',
  first_byte: 'did not begin to answer in time',
  idle: 'fell silent in the middle of its answer',
  total: 'took longer for its answer than is allowed',
  cut: 'broke the connection off',
  too_long: 'sent a longer answer than is allowed',
  redirect: 'answered with a redirect, which is never followed',
  unusable: 'sent an answer of a kind that is not passed on',
  left: 'was left, because the client went away',
} as const;

/** Why an exchange with an upstream ended without its answer, or in the middle of it. */
export class UpstreamFailure extends Error {
  readonly kind: keyof typeof SENTENCES;

  constructor(kind: keyof typeof SENTENCES, cause?: unknown) {
    super(SENTENCES[kind], cause === undefined ? undefined : { cause });
    this.name = 'UpstreamFailure';
    this.kind = kind;
  }
}

/** The failure in the client's words; what the system said about it goes to the log only. */
export function toClientError(failure: UpstreamFailure, providerName: string): ApiError {
  return new ApiError('upstream_error', `${providerName} ${failure.message}. Please try again.`, {
    cause: failure,
  });
}
