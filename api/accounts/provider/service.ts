import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { AccountsDeps } from '../deps.ts';
import { parseAccountInput } from '../input.ts';
import { toPublicUser, type SignedIn } from '../public-user.ts';
import type { SecurityEvent } from '../security-log.ts';
import type { SessionUser } from '../session-user.ts';
import type { BrowserKey } from './flow-secrets.ts';
import { createFlows, type Intent } from './flows.ts';
import { createIdentities } from './identities.ts';
import { ProviderFailure, createOidc } from './oidc.ts';
import { providerName, type OidcConfig } from './oidc-config.ts';

/** How a way to the provider ended: with a code to exchange, or why not. */
export type ProviderOutcome =
  { readonly code: string } | { readonly error: ProviderFailure['reason'] | 'expired' };

export interface ProviderSignIn {
  /** What people call the provider; null when none is configured. */
  readonly name: string | null;
  /** Where the browser goes. @throws not_found without a provider, unavailable, rate_limited */
  start(browserKey: BrowserKey, intent: Intent, client: ClientInfo): Promise<URL>;
  /** Takes the provider's answer. Never throws for what is wrong with it: the browser is to be told in words. */
  callback(browserKey: BrowserKey | null, query: URLSearchParams): Promise<ProviderOutcome>;
  /**
   * Turns the one-time code into a session; with the other intents into what they are for, in the session there is.
   * @throws invalid_request for a bad code; forbidden, conflict as the identity has it; unauthenticated
   */
  exchange(
    browserKey: BrowserKey | null,
    user: SessionUser | null,
    input: unknown,
    client: ClientInfo,
  ): Promise<SignedIn & { readonly intent: Intent }>;
  tidy(): Promise<void>;
}

const EVENTS = {
  sign_in: 'sign_in',
  connect: 'identity_connected',
  confirm: 'confirmation',
} as const satisfies Record<Intent, SecurityEvent>;

/** Signing in through the identity provider. Nothing happens to an account before `exchange`, in the browser that began. */
export function createProviderSignIn(
  { db, sessions, mailer, mails, rates, security }: AccountsDeps,
  { oidc: config, baseUrl, log }: { oidc: OidcConfig | null; baseUrl: string; log: Logger },
): ProviderSignIn {
  const flows = createFlows(db);
  const name = config && providerName(config);
  const oidc = config && createOidc(config, `${baseUrl}/api/auth/google/callback`);
  const identities = createIdentities({ db, mailer, mails }, name ?? '');

  function required<T>(part: T | null): T {
    if (part === null) throw new ApiError('not_found', 'Signing in through a provider is not set up here.');
    return part;
  }

  return {
    name,
    tidy: () => flows.tidy(),

    async start(browserKey, intent, client) {
      const provider = required(oidc);
      await rates.from(client, 'provider');
      const secrets = await flows.begin(browserKey, intent);
      try {
        return await provider.authorizationUrl(secrets);
      } catch (error) {
        log.warn({ err: error }, 'the identity provider does not answer');
        throw new ApiError('unavailable', `${name} does not answer just now. Try again in a moment.`, {
          retryAfter: 5,
          cause: error,
        });
      }
    },

    async callback(browserKey, query) {
      const provider = required(oidc);
      const states = query.getAll('state');
      const secrets =
        browserKey !== null && states.length === 1 && states[0] !== undefined
          ? await flows.take(browserKey, states[0])
          : null;
      if (secrets === null) return { error: 'expired' };
      try {
        return { code: await flows.keep(secrets.state, await provider.claims(query, secrets)) };
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (error.reason !== 'cancelled') log.warn({ err: error }, 'the identity provider gave no identity');
        return { error: error.reason };
      }
    },

    async exchange(browserKey, user, input, client) {
      const { code } = parseAccountInput('code', input);
      const kept = browserKey === null ? null : await flows.exchange(browserKey, code);
      if (kept === null) {
        throw new ApiError(
          'invalid_request',
          'This sign-in took too long or began in another browser. Try again.',
        );
      }
      const { intent, claims } = kept;
      return security.around(
        EVENTS[intent],
        client,
        async (facts) => {
          if (intent === 'sign_in') {
            const found = await identities.userOf(claims);
            facts.userId = found.id;
            return { intent, ...(await sessions.begin(found, client)) };
          }
          if (!user) throw new ApiError('unauthenticated', 'Your session has ended. Sign in again.');
          if (intent === 'connect') {
            await sessions.requireConfirmed(user);
            await identities.connect(user.id, claims);
          } else if (await identities.isConnected(user.id, claims)) await sessions.confirm(user);
          else {
            throw new ApiError(
              'forbidden',
              `This is another ${name} account than the one that is connected.`,
            );
          }
          return { intent, token: await sessions.refresh(user), user: toPublicUser(user) };
        },
        { userId: user?.id ?? null, method: 'provider' },
      );
    },
  };
}
