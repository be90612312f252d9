import { rememberNext } from './remembered-next.ts';

/** Where the way to the identity provider begins; the browser leaves the page for it. */
export function providerAddress(intent: 'sign_in' | 'connect' | 'confirm'): string {
  return `/api/auth/google/start?intent=${intent}`;
}

/** Goes to the provider, and comes back to `next` through `/signin/done`. */
export function goToProvider(intent: 'sign_in' | 'connect' | 'confirm', next: string): void {
  rememberNext(next);
  location.assign(providerAddress(intent));
}
