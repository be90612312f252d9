import type { Services } from './services.ts';

const DAY_MS = 24 * 3_600_000;
const HOSTS_MS = 60_000;
const NOTICES_MS = 30_000;
const WEBHOOKS_MS = 5_000;

/**
 * Removes for good what was deleted more than 30 days ago (design 4): now, and once a day. Looks every minute which
 * proofs of custom hosts are due, and more often which messages about answers are. Idempotent, so that several processes
 * on one database may do it at the same time.
 * @returns a function that ends it
 */
export function startHousekeeping({
  accounts,
  conversations,
  drafts,
  llm,
  log,
  market,
  notices,
  projects,
  webhooks,
}: Pick<
  Services,
  'accounts' | 'conversations' | 'drafts' | 'llm' | 'log' | 'market' | 'notices' | 'projects' | 'webhooks'
>): () => void {
  const tidy = async (): Promise<void> => {
    await accounts.tidy();
    await llm.tidy();
    await webhooks.tidy();
    const [apps, messages] = [await market.purgeDeleted(), await conversations.purgeDeleted()];
    const [forms, hosts] = [await projects.purgeDeleted(), await projects.hostChecks.releaseHeld()];
    const sketches = await drafts.purgeDeleted();
    if (apps + messages + forms + hosts + sketches > 0) {
      log.info(
        { apps, messages, projects: forms, hosts, drafts: sketches },
        'removed what was deleted 30 days ago',
      );
    }
  };
  const ends = [
    repeat(tidy, DAY_MS, (error) =>
      log.error({ err: error }, 'housekeeping failed; it is tried again tomorrow'),
    ),
    repeat(projects.hostChecks.checkDue, HOSTS_MS, (error) =>
      log.error({ err: error }, 'the proofs of custom hosts could not be checked; tried again in a minute'),
    ),
    repeat(notices.sendDue, NOTICES_MS, (error) =>
      log.error({ err: error }, 'mails about answers could not be sent; tried again in half a minute'),
    ),
    repeat(webhooks.sendDue, WEBHOOKS_MS, (error) =>
      log.error({ err: error }, 'messages to webhooks could not be sent; tried again in seconds'),
    ),
  ];
  return () => ends.forEach((end) => end());
}

/** Runs a task now and every `ms`, never twice at once. @returns a function that ends it */
function repeat(task: () => Promise<unknown>, ms: number, onError: (error: unknown) => void): () => void {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await task().catch(onError);
    isRunning = false;
  };
  void run();
  const timer = setInterval(() => void run(), ms);
  timer.unref();
  return () => clearInterval(timer);
}
