import type { Mail } from './mailer.ts';

/** Every mail of the accounts service. Links come from the configured base URL only, never from a request. */
export interface AccountMails {
  verification(to: string, token: string): Mail;
  alreadyRegistered(to: string): Mail;
  passwordReset(to: string, token: string): Mail;
  passwordChanged(to: string): Mail;
  identityConnected(to: string, provider: string, identity: string): Mail;
  accountDeleted(to: string): Mail;
}

const NOT_YOU = (action: string): string => `If this was not you, ${action}.`;

export function createAccountMails(baseUrl: string): AccountMails {
  const forgot = { label: 'Set a new password', url: `${baseUrl}/forgot` };
  return {
    verification: (to, token) => ({
      to,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome. Follow the link to confirm this address; it works once, within 24 hours.',
        'If you did not create an account here, do not follow it and ignore this mail.',
      ],
      link: { label: 'Confirm my address', url: `${baseUrl}/verify?token=${token}` },
    }),
    alreadyRegistered: (to) => ({
      to,
      subject: 'You already have an account',
      paragraphs: [
        'Somebody, probably you, tried to register with this address, which already has an account.',
        'Nothing was changed. You can sign in as before; if you forgot the password, set a new one on the sign-in page.',
      ],
      link: { label: 'Sign in', url: `${baseUrl}/signin` },
    }),
    passwordReset: (to, token) => ({
      to,
      subject: 'Set a new password',
      paragraphs: [
        'Follow the link to set a new password; it works once, within 30 minutes. You are then signed out everywhere.',
        'If you did not ask for this, you can ignore this mail: nothing was changed.',
      ],
      link: { label: 'Set a new password', url: `${baseUrl}/reset?reset_token=${token}` },
    }),
    passwordChanged: (to) => ({
      to,
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed, and other devices were signed out.',
        NOT_YOU('set a new one at once'),
      ],
      link: forgot,
    }),
    identityConnected: (to, provider, identity) => ({
      to,
      subject: `${provider} is connected to your account`,
      paragraphs: [
        `From now on the ${provider} account ${identity} can sign in to your account.`,
        NOT_YOU('set a new password at once, and disconnect it on your account page'),
      ],
      link: { label: 'Your account', url: `${baseUrl}/account` },
    }),
    accountDeleted: (to) => ({
      to,
      subject: 'Your account is deleted',
      paragraphs: [
        'Your account, your drafts and your conversations are deleted.',
        'Your published apps have left the market; their files and data are removed for good in 30 days. Copies that others made of them are theirs and stay.',
      ],
    }),
  };
}
