import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';

/** A mail server that says nothing for so long is given up. */
const PATIENCE_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; the HTML part is made from them. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Waits for the mails under way. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** Null: each mail becomes an .eml file in `outbox` and its link is printed (design 8). */
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly outbox: string;
  readonly log: Logger;
}

export function createMailer({ smtpUrl, from, outbox, log }: MailerOptions): Mailer {
  return smtpUrl === null ? createOutboxMailer(from, outbox, log) : createSmtpMailer(smtpUrl, from, log);
}

/** Mails go out after the answer, so that neither its time nor its status tells whether one was sent. */
function createSmtpMailer(smtpUrl: string, from: string, log: Logger): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: 3 * PATIENCE_MS,
      // A mail is text that we wrote: nothing in it is a path or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const pending = new Set<Promise<void>>();
  return {
    async send(mail) {
      const sent = transport.sendMail(compose(mail)).then(
        () => undefined,
        (error: unknown) => log.error({ err: error, subject: mail.subject }, 'a mail was not sent'),
      );
      pending.add(sent);
      void sent.then(() => pending.delete(sent));
    },
    async close() {
      await Promise.all(pending);
      transport.close();
    },
  };
}

function createOutboxMailer(from: string, outbox: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail));
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`);
      await writeFile(file, message as Buffer, { mode: 0o600 });
      log.info({ file }, 'mail written to the outbox');
      // Printed, not logged: without a mail server the terminal is the reader's inbox.
      if (mail.link && log.level !== 'silent')
        process.stdout.write(`\n  Mail to ${mail.to}: ${mail.subject}\n  ${mail.link.url}\n\n`);
    },
    async close() {},
  };
}

function compose(mail: Mail): { to: string; subject: string; text: string; html: string } {
  const text = [...mail.paragraphs, ...(mail.link ? [`${mail.link.label}: ${mail.link.url}`] : [])].join(
    '\n\n',
  );
  const button = mail.link ? `<p><a href="${escape(mail.link.url)}">${escape(mail.link.label)}</a></p>` : '';
  const html = mail.paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n') + button;
  return { to: mail.to, subject: mail.subject, text: `${text}\n`, html };
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
