/** Words of the head of one's own pages. */
export const headerCopy = {
  since: 'Here since',
  navigation: 'Your account',
  apps: 'Apps',
  usage: 'Usage',
  settings: 'Settings',
  signOut: 'Sign out',
  signedOut: 'You are signed out.',
  signOutFailed:
    'You are signed out here. The server could not be told, so the session ends there by itself within seven days.',
} as const;
