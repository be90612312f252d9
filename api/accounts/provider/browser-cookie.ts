import type { Context } from 'hono';
import { generateCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../../http/env.ts';
import { newSecret } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { isBrowserKey, type BrowserKey } from './flow-secrets.ts';

/** The only cookie there is: it tells the browser that began to sign in from all others, and opens nothing by itself. */
export interface BrowserCookie {
  /** The key of this browser; a new one where it has none. */
  give(c: Context<AppEnv>): BrowserKey;
  read(c: Context<AppEnv>): BrowserKey | null;
  /** Lets an answer take it away. */
  take(answer: Response): Response;
}

/**
 * With https it is `__Host-`, so that no sub-domain (published apps may live on one) can plant another. With http
 * browsers take no such name.
 */
export function createBrowserCookie(baseUrl: string): BrowserCookie {
  const secure = baseUrl.startsWith('https:');
  const name = secure ? '__Host-sign-in' : 'sign-in';
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;

  function read(c: Context<AppEnv>): BrowserKey | null {
    const value = getCookie(c, name);
    return isBrowserKey(value) ? value : null;
  }

  return {
    read,
    give(c) {
      // Two tabs may be on their way at once.
      const key = read(c) ?? newSecret();
      setCookie(c, name, key, { ...attributes, maxAge: LIMITS.providerFlowMs / 1_000 });
      return key;
    },
    take(answer) {
      answer.headers.append('set-cookie', generateCookie(name, '', { ...attributes, maxAge: 0 }));
      return answer;
    },
  };
}
