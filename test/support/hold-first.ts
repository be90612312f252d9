import type { Page } from 'playwright-core';

/**
 * Holds back the answer to the first request whose body has this text; the server has done by then what was asked.
 *
 * @param answer what becomes of the answer once it is let go
 * @returns lets it go
 */
export async function holdFirst(page: Page, text: string, answer: 'answered' | 'lost'): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let isFirst = true;
  await page.route('**/graphql', async (route) => {
    if (!isFirst || !route.request().postData()?.includes(text)) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    await held;
    return answer === 'lost' ? route.abort('connectionreset') : route.fulfill({ response });
  });
  return letGo;
}
