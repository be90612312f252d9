import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readOidcConfig, type OidcConfig } from './accounts/provider/oidc-config.ts';
import { ConfigError } from './config-error.ts';
import { readLimits } from './limits.ts';
import { readProviders, type LlmConfig } from './llm/providers.ts';

export type PublishIsolation = 'auto' | 'subhost' | 'sandbox';

/** All that the process takes from its environment (design 13). */
export interface Config {
  readonly port: number;
  readonly publishPort: number;
  /** Origin of the main application, without a trailing slash. */
  readonly baseUrl: string;
  /** Origin of published apps, without a trailing slash. */
  readonly publishOrigin: string;
  /** Origins whose pages may embed a Studio; that of `baseUrl` is always among them (design 11). */
  readonly embedOrigins: readonly string[];
  readonly publishIsolation: PublishIsolation;
  /** Null means the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Null means: made once and kept in `dataDir` (embedded database only). */
  readonly sessionSecret: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null: no identity provider, only passwords. */
  readonly oidc: OidcConfig | null;
  /** Who may look at reports and take apps down: addresses in lower case. */
  readonly adminEmails: readonly string[];
  /** Whether `X-Forwarded-For` of the peer is believed. */
  readonly trustProxy: boolean;
  /** Whether webhooks may lead to private addresses, and over plain http. */
  readonly webhookAllowPrivate: boolean;
  /** Name servers that are asked for proofs of custom hosts, each an address with an optional port; none: the system's. */
  readonly dnsServers: readonly string[];
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly llm: LlmConfig;
  readonly version: string;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a number from 1 to 65535');
const origin = z
  .string()
  .refine(isHttpOrigin, 'must be an http or https origin without a path, such as https://example.org')
  .transform((value) => new URL(value).origin);

const schema = z.object({
  PORT: port.default(4000),
  PUBLISH_PORT: port.default(4001),
  BASE_URL: origin.optional(),
  PUBLISH_ORIGIN: origin.optional(),
  EMBED_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((one) => one !== ''))
    .refine(
      (origins) => origins.every(isHttpOrigin),
      'must be http or https origins with commas or spaces between, such as https://example.org',
    )
    .transform((origins) => origins.map((one) => new URL(one).origin)),
  PUBLISH_ISOLATION: z.enum(['auto', 'subhost', 'sandbox']).default('auto'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/\S@\S/, 'must be an e-mail address, such as "Name <name@example.org>"')
    .default('Atelier <no-reply@localhost>'),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((email) => email !== ''),
    )
    .refine(
      (emails) => emails.every((email) => /^\S+@\S+$/.test(email)),
      'must be e-mail addresses with commas between',
    ),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((server) => server !== ''))
    .refine(
      (servers) => servers.every(isServerAddress),
      'must be addresses with commas between, each with a port or none',
    ),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1', 'true', 'false']).default('0'),
  TRUST_PROXY: z.enum(['0', '1', 'true', 'false']).default('0'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/**
 * Reads the configuration; empty variables count as unset.
 * @throws ConfigError naming every mistake (design 13)
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const [llm, llmProblems] = collectProblems(() => readProviders(environment));
  const oidcProblems: string[] = [];
  const oidc = readOidcConfig(given, oidcProblems);
  const problems = [
    ...(result.success
      ? []
      : result.error.issues.map((issue) => `${issue.path.join('.')} ${lowerFirst(issue.message)}`)),
    ...(given['DATABASE_URL'] !== undefined && given['SESSION_SECRET'] === undefined
      ? ['SESSION_SECRET is required together with DATABASE_URL: every process must share it']
      : []),
    ...oidcProblems,
    ...llmProblems,
    ...readLimits(environment).problems,
  ];
  if (!result.success || llm === null || problems.length > 0) throw new ConfigError(problems);
  const env = result.data;
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  const publishOrigin = env.PUBLISH_ORIGIN ?? `http://localhost:${env.PUBLISH_PORT}`;
  if (baseUrl === publishOrigin) {
    throw new ConfigError([
      'PUBLISH_ORIGIN must differ from BASE_URL: published code may not share its origin',
    ]);
  }
  if (
    env.PUBLISH_ISOLATION === 'subhost' &&
    isIP(new URL(publishOrigin).hostname.replace(/[[\]]/g, '')) !== 0
  ) {
    throw new ConfigError([
      'PUBLISH_ISOLATION cannot be subhost while PUBLISH_ORIGIN is an address: it has no sub-hosts',
    ]);
  }
  return {
    port: env.PORT,
    publishPort: env.PUBLISH_PORT,
    baseUrl,
    publishOrigin,
    embedOrigins: [...new Set([new URL(baseUrl).origin, ...env.EMBED_ORIGINS])],
    publishIsolation: env.PUBLISH_ISOLATION,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: resolve(env.DATA_DIR),
    sessionSecret: env.SESSION_SECRET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    oidc,
    adminEmails: env.ADMIN_EMAILS,
    webhookAllowPrivate: isOn(env.WEBHOOK_ALLOW_PRIVATE),
    trustProxy: isOn(env.TRUST_PROXY),
    dnsServers: env.DNS_SERVERS,
    logLevel: env.LOG_LEVEL,
    llm,
    version: readVersion(),
  };
}

/** What `read` returns, or the problems that it found. */
function collectProblems<T>(read: () => T): [T | null, readonly string[]] {
  try {
    return [read(), []];
  } catch (error) {
    if (error instanceof ConfigError) return [null, error.problems];
    throw error;
  }
}

function isHttpOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  );
}

function isServerAddress(value: string): boolean {
  return (
    isIP(value.replace(/^\[(.+)\](:\d{1,5})?$/, '$1')) !== 0 || isIP(value.replace(/:\d{1,5}$/, '')) === 4
  );
}

function isOn(value: string): boolean {
  return value === '1' || value === 'true';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
