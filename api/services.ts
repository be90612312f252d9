import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@platform/aml-compiler';
import type { Logger } from 'pino';
import { createMailer } from './accounts/mailer.ts';
import { createAccountMails } from './accounts/mails.ts';
import { createAccounts, type Accounts } from './accounts/service.ts';
import { createSessionTokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { createConversations, type Conversations } from './conversations/service.ts';
import type { DataPlane } from './data/contract.ts';
import { createDataPlane } from './data/plane.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { createDrafts, type Drafts } from './drafts/service.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import { newSecret } from './ids.ts';
import { createLlmProxy, type LlmProxy } from './llm/proxy.ts';
import { createModeration, type Moderation } from './market/moderation.ts';
import { ensureSearchIndex } from './market/search-index.ts';
import { createMarket, type Market } from './market/service.ts';
import { createAddresses, type Addresses } from './publish/addresses.ts';

/** Everything that the faces call; made once per process. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly accounts: Accounts;
  readonly market: Market;
  readonly moderation: Moderation;
  readonly drafts: Drafts;
  readonly conversations: Conversations;
  readonly llm: LlmProxy;
  readonly data: DataPlane;
  readonly addresses: Addresses;
  readonly compile: typeof compile;
  close(): Promise<void>;
}

/** Opens the database and makes every service over it. @throws FolderOwnedError, or what the database says */
export async function createServices(config: Config, log: Logger): Promise<Services> {
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await ensureSearchIndex(db, log);
  const data = createDataPlane({ db, log });
  const market = createMarket({ db, data });
  const limiter = createRateLimiter(db);
  const accounts = createAccounts({
    db,
    tokens: createSessionTokens(config.sessionSecret ?? keptSecret(config.dataDir), config.baseUrl),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      outbox: join(config.dataDir, 'outbox'),
      log,
    }),
    mails: createAccountMails(config.baseUrl),
    limiter,
  });
  const { adminEmails } = config;
  return {
    config,
    log,
    db,
    accounts,
    market,
    moderation: createModeration({ db, data, limiter, tags: market.tags, adminEmails }),
    drafts: createDrafts({ db, market, data }),
    conversations: createConversations({ db }),
    llm: createLlmProxy({ providers: config.llm, db, log }),
    data,
    addresses: createAddresses({ ...config, isolation: config.publishIsolation }),
    compile,
    async close() {
      await data.close();
      await db.close();
    },
  };
}

/** The signing secret of an embedded installation: made once, readable by its owner only (design 13). */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session.secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, newSecret(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
