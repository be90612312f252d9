import { startProduct, type Product } from '../../support/product.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { ATTACKER, EARLIER, FORMS, SECRET, VICTIM, VICTIM_AML } from './sites.ts';

/** An installation with an attacker's and a victim's app, of different owners, and the visitor who has much to lose. */
export interface Ground {
  readonly product: Product;
  /** The session of the visitor: owner of the victim's app and of a draft copied from the attacker's. */
  readonly session: string;
  /** Sessions of the forms' authors, by the forms' ids. */
  readonly authors: Readonly<Record<string, string>>;
  /** All answers to the victim's forms, flagged ones too. */
  answers(): Promise<readonly unknown[]>;
  close(): Promise<void>;
  /** Path of the builder with that draft. */
  readonly builder: string;
}

export async function prepareGround(isolation: 'subhost' | 'sandbox'): Promise<Ground> {
  const dns = await startDnsServer();
  const product = await startProduct({ PUBLISH_ISOLATION: isolation, DNS_SERVERS: dns.address });
  const mallory = await join(product, 'mallory');
  const visitor = await join(product, 'visitor');
  await ask(product, '/api/market', mallory, { id: 'attacker', name: 'attacker', files: ATTACKER });
  await ask(product, '/api/market', visitor, {
    id: 'victim',
    name: 'victim',
    files: VICTIM,
    aml: VICTIM_AML,
  });
  const authors = { bait: mallory, survey: visitor, plain: visitor };
  for (const [id, form] of Object.entries(FORMS(product.publishOrigin))) {
    const author = authors[id as keyof typeof authors];
    const { project } = await ask(product, `/api/projects/${id}`, author, form, 'PUT');
    for (const { host, txtName, txtValue } of project.hostStates) {
      dns.names.set(txtName, [txtValue]);
      await ask(product, `/api/projects/${id}/hosts/${host}/verify`, author, {});
    }
  }
  for (const [id, answer] of Object.entries({ bait: EARLIER, survey: SECRET }))
    await ask(product, `/api/forms/${id}/submissions`, null, { answer }, 'POST', {
      'idempotency-key': 'visitor',
    });
  const row = await fetch(`${product.publishOrigin}/a/victim/_data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: SECRET }),
  });
  if (row.status !== 201)
    throw new Error(`The victim's row was not stored: ${row.status} ${await row.text()}`);
  const made = await ask(product, '/graphql', visitor, {
    query: 'mutation { createDraft(input: { fromAppId: "attacker" }) { draft { draftId } } }',
  });
  return {
    product,
    session: visitor,
    builder: `/build/${made.data.createDraft.draft.draftId}`,
    authors,
    async answers() {
      const headers = { authorization: `Bearer ${visitor}` };
      const found: unknown[] = [];
      for (const list of ['survey/submissions?limit=200', 'plain/submissions?limit=200&state=flagged']) {
        const answer = await fetch(`${product.baseUrl}/api/forms/${list}`, { headers });
        if (!answer.ok) throw new Error(`The answers could not be read: ${answer.status}`);
        found.push(...((await answer.json()) as { readonly submissions: readonly unknown[] }).submissions);
      }
      return found;
    },
    async close() {
      await product.stop();
      await dns.close();
    },
  };
}

async function join(product: Product, name: string): Promise<string> {
  const email = `${name}@example.org`;
  await ask(product, '/api/auth/register', null, { email, name, password: 'a long enough password' });
  const [, mailed = ''] = await product.waitFor(
    new RegExp(`Mail to ${email}:.*\\n\\s*http\\S+/verify\\?token=(\\S+)`),
  );
  return (await ask(product, '/api/auth/verify', null, { token: mailed })).token;
}

/** @param more headers besides those that every request has */
async function ask(
  product: Product,
  path: string,
  session: string | null,
  body: unknown,
  method: 'POST' | 'PUT' = 'POST',
  more: Readonly<Record<string, string>> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows its answer
): Promise<any> {
  const headers = {
    'content-type': 'application/json',
    ...(session === null ? {} : { authorization: `Bearer ${session}` }),
    ...more,
  };
  const init: RequestInit = { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(product.baseUrl + path, init);
  const text = await answer.text();
  if (!answer.ok || text.includes('"errors"')) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
