import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../api/limits.ts';
import { launchChromium } from './support/chromium.ts';
import { answersOf, loadToken, posted, publishForm } from './support/form-pages.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

const WHO = { title: 'Who', fields: [{ type: 'text', key: 'name', label: 'Your name' }] } as const;

describe('an answer that is sent at once', () => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  beforeAll(async () => {
    at = await startInstallation('PGlite');
    ada = await at.join();
    browser = await launchChromium();
    for (const id of ['person', 'program']) await publishForm(at, ada, id, WHO);
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function flagged(id: string): Promise<readonly unknown[]> {
    const path = `/api/forms/${id}/submissions?state=flagged`;
    const { json } = await at.call({ path, token: ada.token });
    return json.submissions.map(({ values, flags }: { values: object; flags: readonly string[] }) => ({
      ...values,
      flags,
    }));
  }

  it('by a person with a prefilled link is held until it is not set apart', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    await page.goto(`${at.publishOrigin}/f/person?name=Quick`);
    const since: number = await page.evaluate(
      `(button => { button.click(); return performance.getEntriesByType('navigation')[0].responseStart; })(document.querySelector('.primary'))`,
    );
    const button = page.locator('.primary');
    expect([await button.textContent(), await button.getAttribute('aria-disabled')]).toEqual([
      'Sending…',
      'true',
    ]);
    // While it is held, the page asks before it is left.
    expect(await page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const took: number = await page.evaluate('performance.now()');
    expect(took - since).toBeGreaterThanOrEqual(LIMITS.answerShortestMs);
    expect(await page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(
      false,
    );
    expect(await answersOf(at, ada, 'person')).toEqual([{ name: 'Quick' }]);
    expect(await flagged('person')).toEqual([]);
    await page.close();
  });

  it('by a program is set apart', async () => {
    const token = await loadToken(at, '/f/program');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = posted({ name: 'Program' }, { token });
    expect((await at.visit({ method: 'POST', path: '/f/program', body, headers })).status).toBe(201);
    expect(await flagged('program')).toEqual([{ name: 'Program', flags: ['too_fast'] }]);
    expect(await answersOf(at, ada, 'program')).toEqual([]);
  });
});
