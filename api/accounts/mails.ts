import type { Mail } from './mailer.ts';

/** Every mail of the accounts service. Links come from the configured base URL only, never from a request. */
export interface AccountMails {
  verification(to: string, token: string): Mail;
  alreadyRegistered(to: string): Mail;
}

export function createAccountMails(baseUrl: string): AccountMails {
  return {
    verification: (to, token) => ({
      to,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome. Follow the link to confirm this address; it works once, within 24 hours.',
        'If you did not create an account here, you can ignore this mail.',
      ],
      link: { label: 'Confirm my address', url: `${baseUrl}/verify?token=${token}` },
    }),
    alreadyRegistered: (to) => ({
      to,
      subject: 'You already have an account',
      paragraphs: [
        'Somebody, probably you, tried to register with this address, which already has an account.',
        'Nothing was changed. You can sign in with the password you have.',
      ],
      link: { label: 'Sign in', url: `${baseUrl}/signin` },
    }),
  };
}
