import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@platform/aml-compiler';
import type { Logger } from 'pino';
import { createMailer } from './accounts/mailer.ts';
import { createAccountMails } from './accounts/mails.ts';
import { createAccounts, type Accounts } from './accounts/service.ts';
import { createSessionWatch, type SessionWatch } from './accounts/session-watch.ts';
import { createSessionTokens } from './accounts/tokens.ts';
import type { Config } from './config.ts';
import { KINDS, type ContentKinds } from './content/kinds.ts';
import { createConversations, type Conversations } from './conversations/service.ts';
import type { DataPlane } from './data/contract.ts';
import { createDataPlane } from './data/plane.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { createTopics, type Topics } from './db/topics.ts';
import { createDrafts, type Drafts } from './drafts/service.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import { newSecret } from './ids.ts';
import { createLlmProxy, type LlmProxy } from './llm/proxy.ts';
import { createModeration, type Moderation } from './market/moderation.ts';
import { ensureSearchIndex } from './market/search-index.ts';
import { createMarket, type Market } from './market/service.ts';
import { createResolveTxt } from './projects/host-proof.ts';
import { createCurrentProjects } from './projects/current-projects.ts';
import { createProjectMarket, type ProjectMarket } from './projects/market.ts';
import { createPreviewTokens, type PreviewTokens } from './projects/preview-tokens.ts';
import { createProjects, type Projects } from './projects/service.ts';
import { createNotices, type Notices } from './submissions/notices.ts';
import { createWebhooks, type Webhooks } from './submissions/webhook/deliveries.ts';
import { createFormTokens } from './submissions/form-tokens.ts';
import { createSubmissions, type Submissions } from './submissions/service.ts';
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
  readonly projects: Projects;
  readonly projectMarket: ProjectMarket;
  readonly previewTokens: PreviewTokens;
  readonly submissions: Submissions;
  readonly webhooks: Webhooks;
  readonly notices: Notices;
  readonly llm: LlmProxy;
  readonly data: DataPlane;
  readonly sessionWatch: SessionWatch;
  readonly topics: Topics;
  readonly addresses: Addresses;
  readonly compile: typeof compile;
  close(): Promise<void>;
}

/** Opens the database and makes every service over it. @throws FolderOwnedError, or what the database says */
export async function createServices(
  config: Config,
  log: Logger,
  kinds: ContentKinds = KINDS,
): Promise<Services> {
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await ensureSearchIndex(db, log);
  const data = createDataPlane({ db, log });
  const market = createMarket({ db, data, kinds });
  const limiter = createRateLimiter(db);
  const topics = createTopics(db, log);
  const sessionWatch = createSessionWatch(db, log);
  const drafts = createDrafts({ db, market, data, topics, sessionWatch });
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: join(config.dataDir, 'outbox'),
    log,
  });
  const resolveTxt = createResolveTxt(config.dnsServers);
  const current = createCurrentProjects(db);
  const projects = createProjects({ db, current, kinds, platform: config, resolveTxt, limiter, log });
  const webhooks = createWebhooks({ db, log, allowPrivate: config.webhookAllowPrivate });
  const secret = config.sessionSecret ?? keptSecret(config.dataDir);
  const submissions = createSubmissions({
    ...{ db, current },
    tokens: createFormTokens(secret),
    onMessage: webhooks.wake,
  });
  const accounts = createAccounts({
    ...{ db, data, market, drafts, projects, submissions, mailer, limiter, log },
    tokens: createSessionTokens(secret, config.baseUrl),
    mails: createAccountMails(config.baseUrl),
    oidc: config.oidc,
    baseUrl: config.baseUrl,
  });
  const { adminEmails } = config;
  return {
    config,
    log,
    db,
    accounts,
    market,
    moderation: createModeration({ db, data, limiter, tags: market.tags, adminEmails }),
    drafts,
    conversations: createConversations({ db, topics }),
    projects,
    projectMarket: createProjectMarket({ db, market }),
    previewTokens: createPreviewTokens(secret),
    submissions,
    webhooks,
    notices: createNotices({ db, mailer, baseUrl: config.baseUrl }),
    llm: createLlmProxy({ providers: config.llm, db, sessionWatch, log }),
    data,
    sessionWatch,
    topics,
    addresses: createAddresses({ ...config, isolation: config.publishIsolation }),
    compile,
    async close() {
      sessionWatch.close();
      await webhooks.close();
      await mailer.close();
      await topics.close();
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
