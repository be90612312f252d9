import { SHORTCUT_TABLE } from '#lib/builder/palette/shortcut-table.ts';

/** The one table of the builder's shortcuts says them here too. */
const builderRows = SHORTCUT_TABLE.flatMap(({ text, keys }) => (keys === null ? [] : [{ text, keys }]));

/** Words of the frame around every page. */
export const copy = {
  skip: 'Skip to content',
  home: 'Atelier, to the market',
  navigation: 'Main',
  market: 'Market',
  build: 'Build',
  forms: 'Forms',
  slides: 'Slides',
  search: { label: 'Search apps', placeholder: 'Search apps', submit: 'Search' },
  account: {
    menu: 'Account and appearance',
    guestMenu: 'Appearance and shortcuts',
    signIn: 'Sign in',
    account: 'Your account',
    admin: 'Reports and take-downs',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    signOutFailed:
      'You are signed out here. The server could not be told, so the session ends there by itself within seven days.',
    theme: 'Theme',
    themes: [
      { value: 'system', label: 'As the system' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
    shortcuts: 'Keyboard shortcuts',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    on: 'Single-key shortcuts',
    onHint: 'They work while no text field has the focus.',
    rows: {
      search: 'Search the market',
      market: 'Go to the market',
      build: 'Go to the builder',
      help: 'Show this list',
      close: 'Close what is on top',
    },
    pages: {
      explorer: {
        title: 'In the API explorer',
        rows: [
          { text: 'Run the query', keys: 'Mod+Enter' },
          { text: 'Lay the query out', keys: 'Mod+Shift+P' },
          { text: 'Propose names', keys: 'Ctrl+Space' },
        ],
      },
      builder: { title: 'In the builder', rows: builderRows },
    },
  },
  session: {
    checking: 'Finding your session',
    failed: 'Your session could not be checked.',
    retry: 'Try again',
    ended: 'Your session has ended. Sign in to go on where you were.',
  },
  errors: {
    notFound: {
      title: 'There is nothing at this address',
      text: 'The page may have moved, or the link may be incomplete.',
    },
    unavailable: { title: 'The page could not be loaded', text: 'Nothing was lost. Try again in a moment.' },
    toMarket: 'To the market',
    retry: 'Try again',
    part: {
      title: 'A part of this page did not arrive',
      text: 'Check your connection and reload the page. What you wrote is kept.',
      reload: 'Reload the page',
    },
  },
} as const;
