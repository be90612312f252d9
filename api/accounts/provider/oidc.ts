import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type Configuration,
} from 'openid-client';
import { displayName } from '../display-name.ts';
import { GOOGLE, isOnLoopback, type OidcConfig } from './oidc-config.ts';

const PATIENCE_S = 10;
/** Keys and addresses of a provider are asked for anew after this. */
const DISCOVERED_MS = 3_600_000;

/** Secrets of one way to the provider and back. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** What the provider said about a person, checked. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
}

/** Why there are no claims: the person said no, the answer is not to be trusted, or the provider does not answer. */
export class ProviderFailure extends Error {
  readonly reason: 'cancelled' | 'refused' | 'unavailable';

  constructor(reason: ProviderFailure['reason'], cause: unknown) {
    super(`The identity provider gave no identity (${reason}).`, { cause });
    this.name = 'ProviderFailure';
    this.reason = reason;
  }
}

export interface Oidc {
  /** Where the browser goes to be asked who it is. @throws ProviderFailure unavailable */
  authorizationUrl(secrets: FlowSecrets): Promise<URL>;
  /**
   * Exchanges the code of an answer and checks everything that came with it: state, issuer, signature, audience,
   * nonce, times (OpenID Connect Core 3.1.3.7).
   * @param query the answer's query string
   * @throws ProviderFailure
   */
  claims(query: URLSearchParams, secrets: FlowSecrets): Promise<ProviderClaims>;
}

/** OpenID Connect with one provider, by the code flow with PKCE. */
export function createOidc({ issuer, clientId, clientSecret }: OidcConfig, redirectUri: string): Oidc {
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null;

  async function discover(): Promise<Configuration> {
    const insecure = isOnLoopback(issuer) ? [allowInsecureRequests] : [];
    return discovery(
      new URL(issuer),
      clientId,
      // A second of difference is a clock, a minute is not.
      { client_secret: clientSecret, [clockTolerance]: 5 },
      undefined,
      // Without this the library trusts the connection to the provider and looks at no signature.
      { timeout: PATIENCE_S, execute: [...insecure, enableNonRepudiationChecks] },
    );
  }

  function configuration(): Promise<Configuration> {
    if (known === null || Date.now() - known.at > DISCOVERED_MS) {
      const asked = { configuration: discover(), at: Date.now() };
      known = asked;
      asked.configuration.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.configuration;
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      try {
        return buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: 'openid email profile',
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          // Google lets one choose among several accounts; not every provider knows the word.
          ...(issuer === GOOGLE && { prompt: 'select_account' }),
        });
      } catch (error) {
        throw new ProviderFailure('unavailable', error);
      }
    },

    async claims(query, { state, nonce, verifier }) {
      // Made of the configured address: what the request claims as its host says nothing.
      const answer = new URL(`${redirectUri}?${query}`);
      const config = await configuration().catch((error: unknown) => {
        throw new ProviderFailure('unavailable', error);
      });
      try {
        const tokens = await authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ClientError('The answer has no ID token.');
        const { iss, sub } = claims;
        // OpenID Connect Core 2: at most 255 characters. The library takes an empty one, which would be everybody's.
        if (sub === '' || sub.length > 255 || textOf(sub) === null) {
          throw new ClientError('The subject is none.');
        }
        // Some providers put no more than the subject into the ID token.
        const about = 'email' in claims ? claims : await fetchUserInfo(config, tokens.access_token, sub);
        return {
          issuer: iss,
          subject: sub,
          email: textOf(about['email'])?.trim().toLowerCase() ?? null,
          emailVerified: about['email_verified'] === true,
          name: displayName(textOf(about['name']) ?? '').slice(0, 100) || null,
          picture: pictureOf(about['picture']),
        };
      } catch (error) {
        throw new ProviderFailure(reasonOf(error), error);
      }
    },
  };
}

function reasonOf(error: unknown): ProviderFailure['reason'] {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'refused';
  }
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'refused';
  if (error instanceof ClientError) {
    return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT' ? 'unavailable' : 'refused';
  }
  return 'unavailable';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : null;
}

/** Pages show pictures over https only. */
function pictureOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === 'https:'
    ? text
    : null;
}
