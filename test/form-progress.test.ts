import { expect, it } from 'vitest';
import { loadToken, publishForm } from './support/form-pages.ts';
import { describeEachInstallation, type Installation, type Person } from './support/installation.ts';

const DOCUMENT = {
  title: 'Who',
  fields: [
    { type: 'text', key: 'name', label: 'Your name' },
    { type: 'text', key: 'opened', label: 'A key like one of our marks' },
  ],
} as const;

describeEachInstallation('how far visitors of a form get', (get) => {
  async function counts(at: Installation, id: string, person: Person): Promise<unknown> {
    const query = `query ($id: String!) { viewer { project(id: $id) {
      formProgress { opened started reached { key count } sent } } } }`;
    return (await at.graphql(query, { id }, person.token)).json.data.viewer.project?.formProgress;
  }
  async function tell(
    at: Installation,
    id: string,
    token: string,
    marks: readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const body = new URLSearchParams([['token', token], ...marks.map((mark) => ['mark', mark])]).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `/f/${id}/progress`;
    return (await at.visit({ method: 'POST', path, body, headers: { ...type, ...headers } })).status;
  }

  it('is counted once for each mark of a message, for pages of this form only', async () => {
    const at = get();
    const [ada, bob] = [await at.join(), await at.join()];
    await publishForm(at, ada, 'far', DOCUMENT);
    await publishForm(at, ada, 'other', DOCUMENT);
    const token = await loadToken(at, '/f/far');
    expect(await tell(at, 'far', token, ['opened', 'opened'])).toBe(204);
    expect(await tell(at, 'far', token, ['started', 'question:opened', 'question:gone', 'x'])).toBe(204);
    expect(await tell(at, 'far', await loadToken(at, '/f/far'), ['opened'])).toBe(204);
    // What does not come from a page of this form is not told that it counts nothing.
    expect(await tell(at, 'far', await loadToken(at, '/f/other'), ['opened'])).toBe(204);
    expect(await tell(at, 'far', 'made-up', ['opened'])).toBe(204);
    expect(await tell(at, 'far', token, ['opened'], { origin: 'https://elsewhere.example' })).toBe(403);
    expect(await counts(at, 'far', ada)).toEqual({
      opened: 2,
      started: 1,
      reached: [
        { key: 'name', count: 0 },
        { key: 'opened', count: 1 },
      ],
      sent: 0,
    });
    expect(await counts(at, 'other', ada)).toMatchObject({ opened: 0 });
    expect(await counts(at, 'far', bob)).toBeUndefined();
    expect((await at.visit({ path: '/f/far/progress' })).status).toBe(405);
  });

  it('counts loads that were sent, and no answers that came by other ways', async () => {
    const at = get();
    const ada = await at.join();
    await publishForm(at, ada, 'sent', DOCUMENT);
    await tell(at, 'sent', await loadToken(at, '/f/sent'), ['opened', 'started', 'question:name', 'sent']);
    for (const name of ['a', 'b', 'c']) {
      const path = '/api/forms/sent/submissions';
      expect((await at.call({ method: 'POST', path, body: { name } })).status).toBe(201);
    }
    expect(await counts(at, 'sent', ada)).toMatchObject({ opened: 1, started: 1, sent: 1 });
  });

  it('is counted right when many tell at once', async () => {
    const at = get();
    const ada = await at.join();
    await publishForm(at, ada, 'many', DOCUMENT);
    const token = await loadToken(at, '/f/many');
    const marks = ['opened', 'question:name', 'question:opened'];
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => tell(at, 'many', token, n % 2 === 0 ? marks : marks.toReversed())),
    );
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await counts(at, 'many', ada)).toMatchObject({ opened: 60 });
  });
});
