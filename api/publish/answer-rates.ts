import { ApiError } from '../errors.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { LIMITS } from '../limits.ts';
import { INSERTS, refusePast, type Use } from './bridge-rates.ts';

/** Answers are rows like any other; what a person who sends a form is told of them is not. */
const ANSWERS: Use = { ...INSERTS, who: 'This form', what: 'answers' };
const REFUSED: Use = {
  ...{ who: 'This form', what: 'answers with mistakes' },
  perAddress: {
    name: 'refused-answer-address',
    limit: LIMITS.refusedAnswersPerAddress,
    windowMs: LIMITS.bridgeInsertWindowMs,
  },
  perApp: {
    name: 'refused-answer-form',
    limit: LIMITS.refusedAnswersPerForm,
    windowMs: LIMITS.bridgeInsertWindowMs,
  },
};

/**
 * Counts an answer to a form while it is taken (design 12). One that is refused for its mistakes gives its place back, so
 * that whoever mends them is not kept away, and counts among the refused instead: their bound is higher, and is there
 * because each has to be checked.
 * @throws ApiError rate_limited naming the limit, with the seconds to wait; what `take` throws
 */
export async function spendAnswer<T>(
  rates: SharedRates,
  sender: { readonly label: string; readonly address: string },
  take: () => Promise<T>,
): Promise<T> {
  refusePast(rates, REFUSED, sender, 0);
  refusePast(rates, ANSWERS, sender, 1);
  try {
    return await take();
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'invalid_record') {
      const subjects = [
        [ANSWERS.perAddress, REFUSED.perAddress, `${sender.label} ${sender.address}`],
        [ANSWERS.perApp, REFUSED.perApp, sender.label],
      ] as const;
      for (const [answers, refused, subject] of subjects) {
        rates.giveBack(answers, subject);
        rates.use(refused, subject);
      }
    }
    throw thrown;
  }
}
