import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

export const TEST_REPORT = '.cache/tests.json';

/** Prints the closing line `N passed, N failed`; a run without a test has failed. */
export function printTotals(exitCode) {
  const report = JSON.parse(readFileSync(join(ROOT, TEST_REPORT), 'utf8'));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return passed === 0 && exitCode === 0 ? 1 : exitCode;
}
