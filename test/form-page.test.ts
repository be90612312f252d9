import { beforeAll, describe, expect, it, vi } from 'vitest';
import { embedSnippet } from '../api/content/form/page/embed-snippet.ts';
import {
  answersOf,
  EVERY_FIELD,
  FILLED,
  loadToken,
  posted,
  publishForm,
  STORED,
} from './support/form-pages.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

vi.hoisted(() => {
  process.env['LIMIT_BRIDGE_INSERTS_PER_ADDRESS'] = '100000';
  process.env['LIMIT_ANSWER_SHORTEST_MS'] = '1';
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const WHO = {
  title: 'Who <b>&</b>',
  fields: [{ type: 'text', key: 'name', label: 'Name', required: true }],
} as const;

describeEachInstallation('the page of a form', (get) => {
  let ada: Person;
  beforeAll(async () => {
    ada = await get().join();
    await publishForm(get(), ada, 'retreat', EVERY_FIELD);
    await publishForm(get(), ada, 'who', WHO);
  });
  const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    get().visit({ path, headers });
  const post = (
    path: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => get().visit({ method: 'POST', path, body, headers: { ...FORM, ...headers } });

  describe('posted without a script', () => {
    it('is stored as the API would, and leads to the thanks', async () => {
      const token = await loadToken(get(), '/f/retreat');
      const body = posted({ ...FILLED, note: 'two\r\nlines & more' }, { token, language: 'en' });
      const sent = await post('/f/retreat', body);
      expect([sent.status, sent.headers.location]).toEqual([303, '/f/retreat/thanks']);
      expect(await answersOf(get(), ada, 'retreat')).toEqual([STORED]);
      const thanks = await open('/f/retreat/thanks');
      expect(thanks.status).toBe(200);
      expect(thanks.text).toContain('<h1 tabindex="-1">Thank you</h1>');
      expect(thanks.text).toContain('href="/f/retreat"');
      // Sent once more, by a second click or a reload, it is the same answer.
      expect((await post('/f/retreat', body)).status).toBe(303);
      expect(await answersOf(get(), ada, 'retreat')).toHaveLength(1);
    });

    it('is shown again with all mistakes and all that was typed', async () => {
      const token = await loadToken(get(), '/f/retreat');
      const wrong = { ...FILLED, mail: 'no"<mail>', age: 'many', vegan: [], note: '\nkept' };
      const page = await post('/f/retreat', posted(wrong, { token, language: 'de' }));
      expect(page.status).toBe(422);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('<html lang="de"');
      expect(page.text).toContain('3 Antworten bitte noch einmal ansehen');
      expect(page.text.match(/<li><a href="#q\d+">/g)).toEqual([
        '<li><a href="#q1">',
        '<li><a href="#q2">',
        '<li><a href="#q9">',
      ]);
      expect(page.text).toContain('value="no&quot;&lt;mail&gt;"');
      expect(page.text).toContain('value="many"');
      expect(page.text).toContain('value="Zoë &lt;b&gt;"');
      expect(page.text).toContain('>\n\nkept</textarea>');
      expect(page.text).toContain(`name="token" value="${token}"`);
      expect(await answersOf(get(), ada, 'retreat')).toHaveLength(1);
    });

    it('keeps what was typed when the answer is refused for another reason', async () => {
      const token = await loadToken(get(), '/f/who');
      expect((await post('/f/who', posted({ name: 'Eve' }, { token }))).status).toBe(303);
      const page = await post('/f/who', posted({ name: 'Mallory' }, { token }));
      expect(page.status).toBe(409);
      expect(page.text).toContain('This form has an answer from this page or this browser already.');
      expect(page.text).toContain('value="Mallory"');
    });

    it('keeps apart what only a program would fill in', async () => {
      const { text } = await open('/f/who');
      const [, honeypot = ''] = /class="trap".*?name="([^"]+)"/.exec(text) ?? [];
      const token = await loadToken(get(), '/f/who');
      const before = await answersOf(get(), ada, 'who');
      const sent = await post(
        '/f/who',
        posted({ name: 'Bot' }, { token, [honeypot]: 'https://spam.example' }),
      );
      expect([honeypot, sent.status]).toEqual(['homepage_url', 303]);
      expect(await answersOf(get(), ada, 'who')).toEqual(before);
    });

    it('is JSON for a script that asks for it', async () => {
      const json = { accept: 'application/json' };
      const token = await loadToken(get(), '/f/who');
      const wrong = await post('/f/who', posted({}, { token }), json);
      expect([wrong.status, wrong.json.diagnostics[0].code]).toEqual([422, 'missing_value']);
      const right = await post('/f/who', posted({ name: 'Script' }, { token }), json);
      expect([right.status, right.json]).toEqual([201, { ok: true }]);
    });
  });

  describe('attacked', () => {
    it('takes nothing that a browser sends from another origin', async () => {
      const at = get();
      const own = at.publishOrigin.replace('//', '//f-who.');
      const host = new URL(own).host;
      const before = await answersOf(at, ada, 'who');
      const token = await loadToken(at, '/f/who');
      const foreign: readonly Readonly<Record<string, string>>[] = [
        { origin: 'https://evil.example' },
        { origin: at.baseUrl },
        { origin: at.publishOrigin },
        { origin: own.replace('f-who', 'f-retreat') },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of foreign) {
        const { status } = await post('/f/who', posted({ name: 'Forged' }, { token }), { host, ...headers });
        expect([headers, status]).toEqual([headers, 403]);
      }
      expect(await answersOf(at, ada, 'who')).toEqual(before);
      const honest = { host, origin: own, 'sec-fetch-site': 'same-origin' };
      expect((await post('/f/who', posted({ name: 'Honest' }, { token }), honest)).status).toBe(303);
    });

    it('takes one content type, and no more than it can hold', async () => {
      const body = posted({ name: 'x' });
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])
        expect([type, (await post('/f/who', body, { 'content-type': type })).status]).toEqual([type, 415]);
      expect((await post('/f/who', body, { 'content-encoding': 'gzip' })).status).toBe(415);
      expect((await post('/f/who', `answer.name=${'x'.repeat(800_000)}`)).status).toBe(413);
      expect((await post('/f/who', 'answer.name=%ff%fe')).status).toBeLessThan(500);
      expect((await post('/f/who', '&&=&==&%&answer.&answer.__proto__=1')).status).toBe(422);
      expect((await post('/f/who', body, { 'service-worker': 'script' })).status).toBe(403);
    });

    it('lets nothing of its address, its document or an answer become markup or script', async () => {
      const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
      const document = {
        title: evil,
        desc: evil,
        fields: (['text', 'long', 'choice', 'multi'] as const).map((type) => ({
          ...{ type, key: evil + type, label: evil },
          ...(type === 'choice' || type === 'multi' ? { options: [evil] } : {}),
        })),
      };
      await publishForm(get(), ada, 'evil', document, { closedText: evil });
      const query = new URLSearchParams(document.fields.map(({ key }) => [key, evil]));
      const pages = [
        await open(`/f/evil?${query}`),
        await post('/f/evil', posted({ [`${evil}choice`]: 'x', [`${evil}text`]: evil })),
      ];
      for (const { text } of pages) {
        expect(text).not.toContain('<img');
        expect(text).not.toContain('<script>alert');
        expect(text.match(/<script/g)).toHaveLength(4);
      }
    });

    it('lets only its own scripts run, says so by a new number each time, and reaches nobody else', async () => {
      const [one, two] = [await open('/f/who'), await open('/f/who')].map(({ headers, text }) => {
        const policy = String(headers['content-security-policy']);
        const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
        expect(text.match(new RegExp(`<script nonce="${nonce}">`, 'g'))).toHaveLength(2);
        expect(policy).toContain("default-src 'none'");
        return nonce;
      });
      expect(one).not.toBe(two);
    });
  });

  it('is filled in from its address, with what fits only', async () => {
    const query =
      'name=Zo%C3%AB&age=30.5&dish=Nothing&city=Berlin&sides=Rice&sides=Bread&sides=x&stars=4&vegan=false&token=x';
    const { text } = await open(`/f/retreat?${query}`, { 'accept-language': 'de-AT,de;q=0.9' });
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('value="Zoë"');
    expect(text).toContain('value="30,5"');
    expect(text).toContain('<option value="Berlin" selected>');
    expect(text.match(/value="[^"]*" checked/g)).toEqual([
      'value="Bread" checked',
      'value="Rice" checked',
      'value="4" checked',
      'value="false" checked',
    ]);
    expect(text).not.toContain('name="token" value="x"');
  });

  it.each([
    ['ar-EG, en;q=0.5', 'ar', 'rtl'],
    ['fr;q=0.2, es;q=0.8', 'es', 'ltr'],
    ['nl, ja', 'en', 'ltr'],
    ['', 'en', 'ltr'],
  ])('speaks the language of who asks for %j', async (accept, language, direction) => {
    const { text, headers } = await open('/f/who', { 'accept-language': accept });
    expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(headers['vary']).toContain('Accept-Language');
  });

  it('speaks the owner’s language, has the owner’s colour, and says when it is closed', async () => {
    const settings = {
      language: 'fr',
      accent: '#1d4ed8',
      closesAt: '2020-01-01T00:00:00Z',
      closedText: 'À l’année prochaine',
    };
    await publishForm(get(), ada, 'past', WHO, settings);
    const { text } = await open('/f/past', { 'accept-language': 'de' });
    expect(text).toContain('<html lang="fr"');
    expect(text).toContain('--accent:#1d4ed8');
    expect(text).toContain('À l’année prochaine');
    expect(shownOf(text)).not.toContain('<form');
    const late = await post('/f/past', posted({ name: 'Late' }));
    expect([late.status, shownOf(late.text).includes('À l’année prochaine')]).toEqual([409, true]);
  });

  it('may stand in a frame of any site, and has a QR code and a snippet for that', async () => {
    const host = new URL(get().publishOrigin.replace('//', '//f-who.')).host;
    const own = await open('/f/who', { host });
    expect(own.headers['content-security-policy']).toMatch(/frame-ancestors \*$/);
    const qr = await open('/f/who/qr.svg');
    expect([qr.status, qr.headers['content-type'], qr.text.startsWith('<svg')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      true,
    ]);
    // The same code wherever it is asked for: it leads to the address that is given out.
    expect((await open('/f/who/qr.svg', { host })).text).toBe(qr.text);
    expect((await open('/f/retreat/qr.svg')).text).not.toBe(qr.text);
    expect((await open('/f/nobody/qr.svg')).status).toBe(404);
    const snippet = embedSnippet(`${get().publishOrigin}/f/who`, 'Who "<b>');
    expect(snippet).toContain('title="Who &quot;&lt;b&gt;"');
  });

  it('leaves a page of the author’s own alone', async () => {
    const renderer = '<!doctype html><p>Mine<script id="platform-doc" type="application/json"></script>';
    const body = { kind: 'form', document: WHO, published: true, renderer };
    await get().call({ method: 'PUT', path: '/api/projects/mine', body, token: ada.token });
    expect((await open('/f/mine')).text).toContain('<p>Mine');
    expect((await open('/f/mine/thanks')).status).toBe(404);
    expect((await post('/f/mine', posted({ name: 'x' }))).status).toBe(405);
  });
});

/** What a person sees of a page: what stands before its data and its script. */
function shownOf(page: string): string {
  return page.slice(page.indexOf('<main'), page.indexOf('</main>'));
}
