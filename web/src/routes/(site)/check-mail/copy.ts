/** Words of the page between registering and the mail. */
export const copy = {
  title: 'Check your mail',
  sent: (email: string) =>
    `We sent a link to ${email}. Open it to confirm the address; you are then signed in.`,
  sentSomewhere: 'We sent you a link. Open it to confirm your address; you are then signed in.',
  again: 'Send it again',
  againBusy: 'Sending…',
  againDone: (time: string) => `Sent again at ${time}. Any of the links works, once.`,
  otherAddress: 'Use another address',
} as const;
