import { expect, it, vi } from 'vitest';
import { newId } from '../api/ids.ts';
import { loadToken, posted, publishForm } from './support/form-pages.ts';
import { describeEachInstallation, type Answer } from './support/installation.ts';

// One window for the whole test.
vi.hoisted(() => {
  process.env['LIMIT_BRIDGE_INSERT_WINDOW_MS'] = '600000';
  process.env['LIMIT_BRIDGE_INSERTS_PER_ADDRESS'] = '3';
  process.env['LIMIT_BRIDGE_INSERTS_PER_APP'] = '5';
  process.env['LIMIT_REFUSED_ANSWERS_PER_ADDRESS'] = '12';
  process.env['LIMIT_REFUSED_ANSWERS_PER_FORM'] = '20';
});

const WHO = {
  title: 'Wer',
  fields: [{ type: 'text', key: 'name', label: 'Name', required: true }],
} as const;
const FROM_ONE = 'This form takes 3 answers in 600 seconds from one address. Please try again in ';

describeEachInstallation(
  'how many answers a form takes',
  (get) => {
    const rest = (id: string, from: string, body: object): Promise<Answer> =>
      get().call({
        ...{ method: 'POST', path: `/api/forms/${id}/submissions`, body },
        headers: { 'x-forwarded-for': from },
      });
    const bridge = (id: string, from: string, body: object): Promise<Answer> =>
      get().visit({ method: 'POST', path: `/f/${id}/_data`, body, headers: { 'x-forwarded-for': from } });
    async function page(id: string, from: string, entries: Record<string, string>): Promise<Answer> {
      const token = await loadToken(get(), `/f/${id}`);
      const type = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' };
      const headers = { ...type, 'x-forwarded-for': from };
      return get().visit({ method: 'POST', path: `/f/${id}`, body: posted(entries, { token }), headers });
    }

    it('is told in words of forms, by whichever way they come', async () => {
      const id = newId();
      await publishForm(get(), await get().join(), id, WHO);
      const one = '9.9.9.1';
      expect((await rest(id, one, { name: 'a' })).status).toBe(201);
      expect((await bridge(id, one, { name: 'b' })).status).toBe(201);
      expect((await page(id, one, { name: 'c' })).status).toBe(303);
      for (const send of [rest, bridge]) {
        const { status, json, headers } = await send(id, one, { name: 'd' });
        expect([status, json.error.code]).toEqual([429, 'rate_limited']);
        expect(json.error.message).toContain(FROM_ONE);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      const shown = await page(id, one, { name: 'd' });
      expect(shown.status).toBe(429);
      expect(shown.text).toContain('Aus Ihrem Netz kamen gerade zu viele Antworten');
      expect((await rest(id, '9.9.9.2', { name: 'e' })).status).toBe(201);
      expect((await rest(id, '9.9.9.3', { name: 'f' })).status).toBe(201);
      const all = await rest(id, '9.9.9.4', { name: 'g' });
      expect(all.json.error.message).toContain('takes 5 answers in 600 seconds from all visitors together');
    });

    it('is not used up by answers that are refused for their mistakes, which have a bound of their own', async () => {
      const id = newId();
      await publishForm(get(), await get().join(), id, WHO);
      const one = '9.9.9.1';
      for (let i = 0; i < 10; i += 1) expect((await rest(id, one, {})).status).toBe(422);
      expect((await bridge(id, one, { name: 5 })).status).toBe(422);
      expect((await page(id, one, { name: '' })).status).toBe(422);
      const past = await rest(id, one, {});
      expect(past.status).toBe(429);
      expect(past.json.error.message).toContain(
        'This form takes 12 answers with mistakes in 600 seconds from one',
      );
      expect((await rest(id, '9.9.9.2', {})).status).toBe(422);
      for (let i = 0; i < 3; i += 1) {
        expect((await rest(id, '9.9.9.3', {})).status).toBe(422);
        expect((await rest(id, '9.9.9.3', { name: String(i) })).status).toBe(201);
      }
      expect((await rest(id, '9.9.9.3', { name: 'x' })).json.error.message).toContain(FROM_ONE);
      for (let i = 0; i < 4; i += 1) expect((await rest(id, '9.9.9.4', {})).status).toBe(422);
      const all = await rest(id, '9.9.9.5', {});
      expect(all.json.error.message).toContain(
        '20 answers with mistakes in 600 seconds from all visitors together',
      );
    });
  },
  { env: { TRUST_PROXY: '1' } },
);
