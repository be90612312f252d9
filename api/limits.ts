import { BRIDGE_LIMITS } from '@platform/aml-compiler/bridge-limits.ts';
import { FILE_LIMITS } from './files/file-limits.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the service in one table (design 12). Sizes are bytes, times milliseconds. */
export const DEFAULT_LIMITS = {
  ...FILE_LIMITS,
  appBodyBytes: 32 * MB,
  jsonBodyBytes: 512 * KB,
  conversationBodyBytes: 4 * MB,
  conversationMessages: 5_000,
  conversationBytes: 32 * MB,
  messageBytes: 1 * MB,
  messageDepth: 64,
  messagesPerAppend: 200,
  draftRestoreMs: 30 * 24 * 60 * 60 * 1_000,
  draftStreamsPerUser: 50,
  undoRestMs: 30_000,
  undoSaves: 20,
  conversationRestoreMs: 30 * 24 * 60 * 60 * 1_000,
  nameCharacters: 200,
  descriptionCharacters: 4_000,
  reportCharacters: 2_000,
  reportsPerHour: 20,
  tags: 20,
  tagCharacters: 40,
  previewBytes: 2 * MB,
  signInsPerAddress: 30,
  signInWindowMs: 3 * 60_000,
  registrationsPerAddressAndHour: 100,
  mailsPerRecipientAndHour: 10,
  mailsPerAddressAndHour: 100,
  providerSignInsPerAddressAndHour: 200,
  signInFailuresFree: 5,
  signInDelayMs: 1_000,
  signInLongestDelayMs: 15 * 60_000,
  sessionIdleMs: 7 * 24 * 60 * 60 * 1_000,
  sessionLongestMs: 30 * 24 * 60 * 60 * 1_000,
  confirmedForMs: 10 * 60_000,
  verificationMs: 24 * 60 * 60 * 1_000,
  passwordResetMs: 30 * 60_000,
  providerFlowMs: 10 * 60_000,
  providerCodeMs: 60_000,
  userPictureBytes: 32 * KB,
  restPage: 200,
  marketPage: 100,
  graphqlPage: 100,
  graphqlBodyBytes: 32 * MB,
  graphqlDocumentCharacters: 10_000,
  ...BRIDGE_LIMITS,
  graphqlDefaultPage: 20,
  subscriptionsPerApp: 500,
  subscriptionsPerAddress: 20,
  subscriptionWaiting: 1_000,
  nestedWriteDepth: 4,
  nestedWriteRows: 100,
  graphqlGroups: 1_000,
  graphqlDefaultGroups: 100,
  visitorRowsPerDay: 10_000,
  spaceRows: 100_000,
  spaceRowsCountedMs: 5_000,
  rowsSetAside: 100,
  visitorTransactionMs: 10_000,
  ownerTransactionMs: 120_000,
  dataTransactionWaitMs: 10_000,
  ownerPage: 200,
  ownerKeys: 500,
  /** A form as browsers post it: each byte can take three characters. */
  formBodyBytes: 3 * BRIDGE_LIMITS.bridgeBodyBytes,
  exportPageRows: 1_000,
  exportPageBytes: 2 * MB,
  importBytes: 16 * MB,
  importRows: 50_000,
  importErrors: 200,
  bridgeInsertWindowMs: 5_000,
  bridgeInsertsPerAddress: 20,
  bridgeInsertsPerApp: 400,
  refusedAnswersPerAddress: 100,
  refusedAnswersPerForm: 2_000,
  bridgeQueryWindowMs: 10_000,
  bridgeQueriesPerAddress: 60,
  bridgeQueriesPerApp: 1_200,
  liveSpaceBytes: 256 * MB,
  cachedSitePaths: 50_000,
  cachedSiteMs: 30_000,
  cachedProjectBytes: 64 * MB,
  pageLoadMs: 15_000,
  replacedFilesMs: 5 * 60_000,
  dataPlanCache: 32,
  llmBodyBytes: 4 * MB,
  llmResponseBytes: 20 * MB,
  llmConnectMs: 10_000,
  llmFirstByteMs: 60_000,
  llmIdleMs: 60_000,
  llmTotalMs: 600_000,
  llmStreamsPerUser: 2,
  llmRequestsPerMinute: 30,
  llmDemoRequestsPerMinute: 120,
  llmDailyRequests: 2_000,
  llmDailyTokens: 2_000_000,
  llmAssumedOutputTokens: 16_000,
  llmLeaseMs: 60_000,
  llmUsageDays: 90,
  projectBodyBytes: 4 * MB,
  documentBytes: 1 * MB,
  rendererBytes: 2 * MB,
  pptxSlides: 1_000,
  projectPreviewMs: 60 * 60 * 1_000,
  projectRestoreMs: 30 * 24 * 60 * 60 * 1_000,
  closedTextCharacters: 500,
  answerShortestMs: 2_000,
  answerMailMs: 10 * 60_000,
  webhookMs: 10_000,
  webhookAnswerBytes: 64 * KB,
  webhookAttempts: 7,
  webhookLogMs: 30 * 24 * 60 * 60 * 1_000,
  projectHosts: 5,
  hostHoldMs: 30 * 24 * 60 * 60 * 1_000,
  hostPendingMs: 10 * 60 * 1_000,
  hostNewMs: 3 * 24 * 60 * 60 * 1_000,
  hostRecheckMs: 12 * 60 * 60 * 1_000,
  hostFailures: 4,
  hostVerifiesPerHour: 60,
  dnsMs: 2_500,
  drainMs: 10_000,
} as const;

export type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, number>>;

/** The limits of this process: the table, with what the environment says instead (`LIMIT_APP_FILES=500`). */
export const LIMITS: Limits = readLimits(process.env).limits;

/** The variable that replaces a limit: `appFiles` is `LIMIT_APP_FILES`. */
export function limitVariable(name: string): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Reads the limits; the start refuses what is in `problems` (design 13). */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): {
  readonly limits: Limits;
  readonly problems: readonly string[];
} {
  const limits: Record<keyof typeof DEFAULT_LIMITS, number> = { ...DEFAULT_LIMITS };
  const names = new Map(Object.keys(limits).map((name) => [limitVariable(name), name as keyof Limits]));
  const problems: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('LIMIT_') || value === undefined || value === '') continue;
    const name = names.get(variable);
    if (name === undefined)
      problems.push(`${variable} is the name of no limit; docs/operations.md lists them`);
    else if (/^[1-9]\d{0,14}$/.test(value)) limits[name] = Number(value);
    else problems.push(`${variable} must be a whole number from 1`);
  }
  return { limits, problems };
}
