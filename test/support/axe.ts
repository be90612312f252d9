import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Resolves when nothing of the page has changed for a fifth of a second. */
const REST = `new Promise((resolve) => {
  let timer;
  const observer = new MutationObserver(() => wait());
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (observer.disconnect(), resolve()), 200);
  };
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  wait();
})`;

/** WCAG 2.2 to level AA, and what axe holds for good practice beside it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page once it is at rest, each with the elements it is about. Axe fails on an element that goes
 * away while it looks. What an app shows in a frame is the app's.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(REST);
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | ')))`,
  );
}
