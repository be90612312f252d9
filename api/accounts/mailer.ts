import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain paragraphs; the HTML part is made from them. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
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
  const transport = createTransport(smtpUrl, { from });
  return {
    async send(mail) {
      transport
        .sendMail(compose(mail))
        .catch((error: unknown) => log.error({ err: error }, 'a mail was not sent'));
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
