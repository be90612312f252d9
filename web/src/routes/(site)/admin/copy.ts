/** Words of the administrators' page. */
export const copy = {
  title: 'Reports',
  tabs: 'Lists',
  open: 'Reported',
  takenDown: 'Taken down',
  none: {
    open: { title: 'No report is waiting', text: 'What people report in the market appears here.' },
    takenDown: {
      title: 'Nothing is taken down',
      text: 'Apps that administrators remove from the market appear here.',
    },
  },
  denied: {
    title: 'This page is for administrators',
    text: 'The addresses of administrators are in the server’s configuration (ADMIN_EMAILS).',
    back: 'To the market',
  },
  failed: 'The list could not be loaded.',
  retry: 'Try again',
  more: 'Show more',
  by: 'by',
  page: 'Open its page',
  run: 'Open the app',
  reports: (count: number) => (count === 1 ? '1 report' : `${count.toLocaleString('en')} reports`),
  from: (reporter: string, version: number) => `${reporter}, about version ${version}`,
  history: 'What was done before',
  actions: { take_down: 'Taken down', reinstate: 'Brought back', dismiss: 'Dismissed' } as Readonly<
    Record<string, string>
  >,
  done: {
    TAKE_DOWN: 'is taken down',
    REINSTATE: 'is back in the market',
    DISMISS: 'stays; its reports are closed',
  },
  takeDown: 'Take down',
  dismiss: 'Dismiss',
  reinstate: 'Bring back',
  ask: {
    TAKE_DOWN: {
      title: (name: string) => `Take down “${name}”?`,
      text: 'It leaves the market, and its address stops working for everybody at once. Its data is kept.',
      reason: 'Why? Its author reads this.',
      action: 'Take down',
    },
    DISMISS: {
      title: (name: string) => `Dismiss the reports about “${name}”?`,
      text: 'The app stays as it is. The reports are closed and your decision is kept.',
      reason: 'Why? Administrators read this.',
      action: 'Dismiss',
    },
    REINSTATE: {
      title: (name: string) => `Bring back “${name}”?`,
      text: 'It returns to the market, and its address works again.',
      reason: 'Why? Administrators read this.',
      action: 'Bring back',
    },
  },
  cancel: 'Cancel',
  busy: 'Working…',
} as const;
