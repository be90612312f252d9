/** Which identity provider signs people in (design 8): Google, or any other OpenID issuer. */
export interface OidcConfig {
  /** Issuer identifier: an https address, or http on the loopback. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const GOOGLE = 'https://accounts.google.com';

/** Reads it; null when nothing of it is set. Adds what is wrong to `problems`. */
export function readOidcConfig(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): OidcConfig | null {
  const issuer = env['OIDC_ISSUER'] ?? GOOGLE;
  const clientId = env['GOOGLE_CLIENT_ID'];
  const clientSecret = env['GOOGLE_CLIENT_SECRET'];
  if ([env['OIDC_ISSUER'], clientId, clientSecret].every((value) => value === undefined)) return null;
  if (!isIssuer(issuer)) {
    problems.push(
      'OIDC_ISSUER must be an https address (http on localhost only), such as https://accounts.google.com',
    );
  }
  if (clientId === undefined || clientSecret === undefined) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together, and with OIDC_ISSUER');
    return null;
  }
  return { issuer, clientId, clientSecret };
}

/** What the pages call the provider: its name where it is known, else its host. */
export function providerName({ issuer }: OidcConfig): string {
  return issuer === GOOGLE ? 'Google' : new URL(issuer).host;
}

/** Whether plain http may be spoken: with a provider on this very machine. */
export function isOnLoopback(issuer: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(issuer);
}

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return (protocol === 'https:' || isOnLoopback(value)) && search === '' && hash === '' && username === '';
}
