import { createHmac } from 'node:crypto';
import { newSecret } from '../../ids.ts';
import type { FlowSecrets } from './oidc.ts';

/** What a browser holds, in a cookie, while it is on its way to the provider: 32 random bytes. */
export type BrowserKey = string;

/** Whether a cookie's value can be one of ours. */
export function isBrowserKey(value: string | undefined): value is BrowserKey {
  return value !== undefined && /^[\w-]{43}$/.test(value);
}

/** A new way to the provider. */
export function newFlow(browserKey: BrowserKey): FlowSecrets {
  return flowOf(browserKey, newSecret());
}

/**
 * Nonce and verifier follow from the state and the browser's key, and are kept nowhere: without that browser's cookie an
 * answer of the provider is worth nothing (RFC 9700, 4.7).
 */
export function flowOf(browserKey: BrowserKey, state: string): FlowSecrets {
  const derive = (what: string): string =>
    createHmac('sha256', browserKey).update(`${what}:${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}
