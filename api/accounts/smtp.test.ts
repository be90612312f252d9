import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { startInstallation, type Installation } from '../../test/support/installation.ts';
import { createMailer } from './mailer.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly text: string;
}

/** A real mail server on the loopback that keeps what it is sent. */
async function startSmtp(options: SMTPServerOptions = {}): Promise<{ port: number; mails: Received[] }> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username = '', password }, _session, done) =>
      password === 'pa%ss/w:rd' ? done(null, { user: username }) : done(new Error('Wrong')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? new Error('No such mailbox here') : null),
    onData(stream, { envelope, secure, user }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), secure, user, text });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

async function install(smtpUrl: string): Promise<Installation> {
  const site = await startInstallation('PGlite', { env: { SMTP_URL: smtpUrl } });
  closing.push(() => site.stop());
  return site;
}

const register = (site: Installation, email: string, name = 'Ada') =>
  site.call({
    method: 'POST',
    path: '/api/auth/register',
    body: { email, name, password: 'correct horse battery' },
  });

it('sends both parts, with the link of BASE_URL, over STARTTLS with name and password', async () => {
  // The server's certificate is its own; whoever runs one says so in the address.
  const { port, mails } = await startSmtp({ authOptional: false });
  const site = await install(
    `smtp://ada%40x:pa%25ss%2Fw%3Ard@127.0.0.1:${port}/?requireTLS=true&tls.rejectUnauthorized=false`,
  );
  expect((await register(site, 'ada@example.org')).status).toBe(202);
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: ['ada@example.org'], secure: true, user: 'ada@x' });
  const text = mail?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(text).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
  expect([...text.matchAll(/(http[^\s"<]+\/verify\?token=[\w-]{20,})/g)].map(([, url]) => url)).toEqual([
    expect.stringContaining(`${site.baseUrl}/verify?token=`),
    expect.stringContaining(`${site.baseUrl}/verify?token=`),
  ]);
});

it('sends nothing to a server whose certificate nobody vouches for, unless told to', async () => {
  const { port, mails } = await startSmtp();
  const site = await install(`smtp://127.0.0.1:${port}`);
  expect((await register(site, 'ada@example.org')).status).toBe(202);
  // It waits for the mails under way.
  await closing.pop()?.();
  expect(mails).toEqual([]);
});

it('lets no name and no address add a header or a recipient', async () => {
  const { port, mails } = await startSmtp();
  const site = await install(`smtp://127.0.0.1:${port}/?ignoreTLS=true`);
  const name = 'Ada\r\nBcc: evil@example.org\r\n\r\n<script>alert(1)</script>';
  expect((await register(site, 'ada@example.org', name)).status).toBe(202);
  for (const email of [
    'ada@example.org\r\nBcc: evil@example.org',
    'ada@example.org, evil@example.org',
    '"evil@example.org" <ada@example.org>',
    'ada@example.org\u0000@evil.example.org',
  ])
    expect((await register(site, email)).status, email).toBe(400);
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
  const [mail] = mails;
  expect(mail?.to).toEqual(['ada@example.org']);
  const [headers = ''] = mail?.text.split('\r\n\r\n') ?? [];
  expect(headers).not.toMatch(/evil|^Bcc/im);
  expect(headers.match(/^To:/gim)).toHaveLength(1);
  expect(mail?.text).not.toContain('<script>');
});

it('answers the same for a mailbox that the mail server refuses, and for a mail server that says nothing', async () => {
  const { port, mails } = await startSmtp();
  const mute = createServer(() => undefined);
  const sockets = new Set<Socket>();
  mute.on('connection', (socket: Socket) => sockets.add(socket));
  await listen(mute);
  for (const at of [port, (mute.address() as AddressInfo).port]) {
    const site = await install(`smtp://127.0.0.1:${at}/?ignoreTLS=true`);
    const start = performance.now();
    const answers = [await register(site, 'refused@example.org'), await register(site, 'kept@example.org')];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    // The mail server's ten seconds are nobody's wait.
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
  }
  expect(mails.map(({ to }) => to)).toEqual([['kept@example.org']]);
});

it(
  'gives a mail server up that says nothing, and keeps its address and password out of the log',
  { timeout: 40_000 },
  async () => {
    const mute = createServer(() => undefined);
    const port = await listen(mute);
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const mail = { to: 'ada@example.org', subject: 'Hello', paragraphs: ['Hello.'] };
    const { port: refusing } = await startSmtp({ authOptional: false });
    for (const at of [port, refusing, 1]) {
      const mailer = createMailer({
        smtpUrl: `smtp://ada:secret-of-smtp@127.0.0.1:${at}/?tls.rejectUnauthorized=false`,
        from: 'us@example.org',
        outbox: '',
        log,
      });
      const start = performance.now();
      await mailer.send(mail);
      expect(performance.now() - start).toBeLessThan(1_000);
      await mailer.close();
      expect(performance.now() - start).toBeLessThan(20_000);
    }
    expect(logged).toHaveLength(3);
    for (const line of logged) expect(line).toContain('a mail was not sent');
    const all = logged.join('\n');
    const spellings = ['secret-of-smtp', Buffer.from('secret-of-smtp').toString('base64').slice(0, 16)];
    for (const spelling of [...spellings, Buffer.from('\0ada\0secret-of-smtp').toString('base64')])
      expect(all).not.toContain(spelling);
  },
);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => void server.close());
  return (server.address() as AddressInfo).port;
}
