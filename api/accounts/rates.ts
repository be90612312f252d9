import type { ClientInfo } from '../http/client-info.ts';
import { addressSubject } from '../http/client-address.ts';
import type { RateLimiter, RateRule } from '../http/rate-limiter.ts';
import { LIMITS } from '../limits.ts';

const HOUR_MS = 3_600_000;

interface AddressRule extends RateRule {
  readonly message: string;
}

const BY_ADDRESS = {
  signIn: {
    name: 'sign-in',
    limit: LIMITS.signInsPerAddress,
    windowMs: LIMITS.signInWindowMs,
    message: 'Too many attempts to sign in from here. Wait a moment and try again.',
  },
  registration: {
    name: 'registration',
    limit: LIMITS.registrationsPerAddressAndHour,
    windowMs: HOUR_MS,
    message: 'Too many new accounts from here. Try again later.',
  },
  mail: {
    name: 'mail-from',
    limit: LIMITS.mailsPerAddressAndHour,
    windowMs: HOUR_MS,
    message: 'Too many mails were asked for from here. Try again later.',
  },
  provider: {
    name: 'provider',
    limit: LIMITS.providerSignInsPerAddressAndHour,
    windowMs: HOUR_MS,
    message: 'Too many attempts to sign in from here. Try again later.',
  },
} as const satisfies Record<string, AddressRule>;

const MAIL_TO = { name: 'mail-to', limit: LIMITS.mailsPerRecipientAndHour, windowMs: HOUR_MS };

export interface AccountRates {
  /** @throws ApiError rate_limited for one more from this address than the rule allows */
  from(client: ClientInfo, rule: keyof typeof BY_ADDRESS): Promise<void>;
  /** Before anything is mailed to an address, whether or not it has an account. @throws ApiError rate_limited */
  mailTo(email: string): Promise<void>;
}

/** How often one address may do what costs us or somebody's mailbox something (design 12). */
export function createAccountRates(limiter: RateLimiter): AccountRates {
  return {
    async from(client, name) {
      const { message, ...rule } = BY_ADDRESS[name];
      await limiter.use(rule, addressSubject(client.address), message);
    },
    mailTo: (email) =>
      limiter.use(
        MAIL_TO,
        email,
        'Too many mails to this address. Look into its mailbox, or try again in an hour.',
      ),
  };
}
