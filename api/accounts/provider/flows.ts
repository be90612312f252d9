import type { Database } from '../../db/database.ts';
import { newSecret } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { hashToken } from '../hash-token.ts';
import { flowOf, newFlow, type BrowserKey } from './flow-secrets.ts';
import type { FlowSecrets, ProviderClaims } from './oidc.ts';

/** What a way to the provider is for: to sign in, to connect an identity, or to prove anew who one is. */
export const INTENTS = ['sign_in', 'connect', 'confirm'] as const;
export type Intent = (typeof INTENTS)[number];

export interface Flows {
  begin(browserKey: BrowserKey, intent: Intent): Promise<FlowSecrets>;
  /** The secrets of an answer's state, once, and in the browser that began only; else null. */
  take(browserKey: BrowserKey, state: string): Promise<FlowSecrets | null>;
  /** Keeps what the provider said for a minute, for who has this code and the browser's key. */
  keep(state: string, claims: ProviderClaims): Promise<string>;
  /** What was kept, once; else null. */
  exchange(browserKey: BrowserKey, code: string): Promise<{ intent: Intent; claims: ProviderClaims } | null>;
  tidy(): Promise<void>;
}

/** The ways to the provider that are under way, in the database: any process may see the browser come back. */
export function createFlows({ prisma }: Database): Flows {
  return {
    async begin(browserKey, intent) {
      const secrets = newFlow(browserKey);
      await prisma.providerFlow.create({
        data: {
          stateHash: hashToken(secrets.state),
          browserHash: hashToken(browserKey),
          intent,
          expiresAt: new Date(Date.now() + LIMITS.providerFlowMs),
        },
      });
      return secrets;
    },

    async take(browserKey, state) {
      const { count } = await prisma.providerFlow.updateMany({
        where: {
          stateHash: hashToken(state),
          browserHash: hashToken(browserKey),
          answeredAt: null,
          expiresAt: { gt: new Date() },
        },
        data: { answeredAt: new Date() },
      });
      return count === 1 ? flowOf(browserKey, state) : null;
    },

    async keep(state, claims) {
      const code = newSecret();
      await prisma.providerFlow.update({
        where: { stateHash: hashToken(state) },
        data: {
          codeHash: hashToken(code),
          claims: { ...claims },
          expiresAt: new Date(Date.now() + LIMITS.providerCodeMs),
        },
      });
      return code;
    },

    async exchange(browserKey, code) {
      const where = { codeHash: hashToken(code), browserHash: hashToken(browserKey) };
      const { count } = await prisma.providerFlow.updateMany({
        where: { ...where, exchangedAt: null, expiresAt: { gt: new Date() } },
        data: { exchangedAt: new Date() },
      });
      if (count === 0) return null;
      const flow = await prisma.providerFlow.findUniqueOrThrow({ where: { codeHash: where.codeHash } });
      // Both columns are written by this file alone.
      return { intent: flow.intent as Intent, claims: flow.claims as object as ProviderClaims };
    },

    async tidy() {
      await prisma.providerFlow.deleteMany({ where: { expiresAt: { lt: new Date() } } });
    },
  };
}
