import { createServer } from 'node:http';
import { once } from 'node:events';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import { freePorts } from './free-ports.ts';

export const CLIENT_ID = 'platform-tests';
export const CLIENT_SECRET = 'a secret between the provider and the tests';
const KEY_ID = 'of-the-tests';

/** Somebody with an account at the provider. */
export interface ProviderPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** What the token endpoint answers; a test may hand out anything else. */
export interface TokenAnswer {
  readonly id_token: string;
  readonly [member: string]: unknown;
}

type Tamper = (answer: TokenAnswer) => unknown;

/** A real OpenID provider (oidc-provider) on the loopback. Whoever is asked to sign in there is `person`, at once. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly env: Readonly<Record<string, string>>;
  person: ProviderPerson;
  /** Replaces what the token endpoint answers; null leaves it as it is. */
  tamper: Tamper | null;
  /** An ID token that the provider might have signed. */
  sign(claims: JWTPayload, header?: object): Promise<string>;
  readonly publicKeyPem: string;
  close(): Promise<void>;
}

/** @param redirectUri where answers go: the provider refuses any other place */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const [port = 0] = await freePorts(1);
  const issuer = `http://localhost:${port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const state: { person: ProviderPerson; tamper: Tamper | null } = {
    person: { sub: 'nobody' },
    tamper: null,
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does: the ID token says it all.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => state.person }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    async loadExistingGrant(ctx: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/token' || state.tamper === null || ctx.status !== 200) return;
    const answer = await state.tamper(ctx.body as TokenAnswer);
    if (typeof answer === 'object' && answer !== null && 'redirect' in answer)
      ctx.redirect(String(answer.redirect));
    else if (typeof answer === 'object' && answer !== null && 'status' in answer)
      ctx.status = Number(answer.status);
    else ctx.body = answer;
  });
  const app = provider.callback();
  const server = createServer((req, res) => {
    if (req.url !== '/interaction') return void app(req, res);
    provider
      .interactionFinished(req, res, { login: { accountId: state.person.sub } })
      .catch(() => res.destroy());
  });
  server.listen(port);
  await once(server, 'listening');
  return Object.assign(state, {
    issuer,
    env: { OIDC_ISSUER: issuer, GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: CLIENT_SECRET },
    publicKeyPem: await exportSPKI(publicKey),
    sign: (claims: JWTPayload, header: object = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header }).sign(privateKey),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
