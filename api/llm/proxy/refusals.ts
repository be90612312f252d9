import { ApiError } from '../../errors.ts';

/** Seconds after which asking again makes sense when a call under way has to end first. */
const RETRY_SECONDS = 5;

/** All of a person's places are taken. */
export function noPlace(most: number): ApiError {
  return new ApiError(
    'rate_limited',
    `You have ${most} answers under way; wait for one to end, or stop it.`,
    { retryAfter: RETRY_SECONDS },
  );
}

/** @param untilTomorrow seconds until midnight UTC */
export function requestsUsedUp(most: number, untilTomorrow: number): ApiError {
  return usedUp(`Your ${most.toLocaleString('en')} requests to models`, untilTomorrow);
}

/** @param untilTomorrow seconds until midnight UTC */
export function tokensUsedUp(most: number, untilTomorrow: number): ApiError {
  return usedUp(`Your ${most.toLocaleString('en')} tokens`, untilTomorrow);
}

/** What is left of the day may be taken by calls that are under way. */
export function tokensSetAside(most: number): ApiError {
  return new ApiError(
    'rate_limited',
    `Your answers under way may take the rest of your ${most.toLocaleString('en')} tokens for today. Wait for one to end.`,
    { retryAfter: RETRY_SECONDS },
  );
}

function usedUp(what: string, retryAfter: number): ApiError {
  return new ApiError('rate_limited', `${what} for today are used up. They begin anew at midnight UTC.`, {
    retryAfter,
  });
}
