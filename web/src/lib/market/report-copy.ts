import type { ReportReason } from '#lib/gql/graphql.ts';

export const REASONS = [
  'PHISHING',
  'HARMFUL',
  'SPAM',
  'ILLEGAL',
  'COPYRIGHT',
  'OTHER',
] as const satisfies readonly ReportReason[];

/** Words of reporting an app; the administrators' list names the reasons alike. */
export const reportCopy = {
  title: (name: string) => `Report “${name}”`,
  lead: 'Administrators read every report. The author does not learn who sent it.',
  reason: 'What is wrong with this app?',
  reasons: {
    PHISHING: 'It asks for passwords or pretends to be something else',
    HARMFUL: 'It harms people or their devices',
    SPAM: 'It is spam or advertising',
    ILLEGAL: 'It breaks the law',
    COPYRIGHT: 'It is somebody else’s work',
    OTHER: 'Something else',
  } satisfies Record<ReportReason, string>,
  note: 'What should the administrators know?',
  noteHint: 'Where in the app it is, and what happens.',
  choose: 'Choose what is wrong with it.',
  send: 'Send report',
  busy: 'Sending…',
  cancel: 'Cancel',
  sent: 'Thank you. The administrators will look at it.',
} as const;
