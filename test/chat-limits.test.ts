import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS as LIMITS } from '../api/limits.ts';
import { FAILURES_IN_A_ROW, STEPS_PER_TURN } from '../web/src/lib/agent/guards.ts';
import { PATIENCE } from '../web/src/lib/agent/patience.ts';
import { READ_CHARACTERS } from '../web/src/lib/agent/tools/file-tools.ts';
import { IMAGES } from '../web/src/lib/builder/image-intake.ts';
import { LONGEST_TEXT } from '../web/src/lib/builder/prompt.ts';
import { LISTED } from '../web/src/lib/builder/search/find.ts';

const page = readFileSync(new URL('../docs/chat.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const MB = 1024 * 1024;
const plain = (count: number): string => count.toLocaleString('en');
const megabytes = (bytes: number): string => `${bytes / MB} MB`;

it.each([
  `${plain(LONGEST_TEXT)} characters`,
  `${IMAGES.most} pictures`,
  `${IMAGES.mostBytes / 1_000_000} MB`,
  `${plain(IMAGES.longestSide)} pixels`,
  `${plain(IMAGES.mostCharacters)} characters`,
  `used ${STEPS_PER_TURN} steps`,
  `${FAILURES_IN_A_ROW} attempts in a row`,
  `again up to ${PATIENCE.busy} times, each time after the seconds that the refusal names, ${PATIENCE.mostSeconds} at most`,
  `gets no answer is sent again up to ${PATIENCE.failed} times`,
  `the first wait has ${PATIENCE.firstSeconds} s`,
  `${plain(READ_CHARACTERS)} characters of a file`,
  `lists ${plain(LISTED)} matches`,
  `under way | ${LIMITS.llmStreamsPerUser} for`,
  `${LIMITS.llmRequestsPerMinute} for a person, ${LIMITS.llmDemoRequestsPerMinute} of the demo`,
  `one UTC day | ${plain(LIMITS.llmDailyRequests)} for`,
  `one UTC day | ${plain(LIMITS.llmDailyTokens)} for`,
  `a request to a model | ${megabytes(LIMITS.llmBodyBytes)}`,
  `${megabytes(LIMITS.llmResponseBytes)}, ${LIMITS.llmTotalMs / 60_000} minutes, ${LIMITS.llmIdleMs / 1_000} s of silence`,
  `a message as stored | ${megabytes(LIMITS.messageBytes)}`,
  `${plain(LIMITS.conversationMessages)} messages, ${megabytes(LIMITS.conversationBytes)}`,
  `the name of a draft | ${LIMITS.nameCharacters} characters`,
  `${plain(LIMITS.appFiles)} files, ${megabytes(LIMITS.fileBytes)} each, ${megabytes(LIMITS.appBytes)} together`,
  `${LIMITS.filePathBytes} bytes`,
  `the data model | ${LIMITS.amlBytes / 1024} KB`,
  `up to ${LIMITS.undoSaves} saves of typing in the same files without ${LIMITS.undoRestMs / 1_000} s of rest`,
  `restored for ${LIMITS.draftRestoreMs / 86_400_000} days`,
])('the page of the chat says what the code bounds: %s', (said) => {
  expect(page.replaceAll(/ \| /g, ' | ')).toContain(said);
});

it('says the one number where two limits share it', () => {
  expect(LIMITS.conversationRestoreMs).toBe(LIMITS.draftRestoreMs);
  expect(LIMITS.llmFirstByteMs).toBe(LIMITS.llmIdleMs);
});
