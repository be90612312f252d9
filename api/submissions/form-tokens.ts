import { createHmac, timingSafeEqual } from 'node:crypto';
import { newId } from '../ids.ts';

/** What a page was given when it was loaded; it goes back with the answer. */
export interface FormTokens {
  issue(projectId: string): string;
  /** Null for a token that was not issued for this form. */
  read(projectId: string, token: string): FormToken | null;
}

export interface FormToken {
  /** Of this load of the page: two answers with it are one. */
  readonly id: string;
  readonly issuedAt: Date;
}

const SHAPE = /^([0-9a-z]{1,10})\.([0-9a-z]{16})\.([\w-]{43})$/;

/** Tokens are signed and not kept: `time.random.signature`. Any process with the same key reads them. */
export function createFormTokens(key: string): FormTokens {
  const sign = (projectId: string, time: string, id: string): string =>
    createHmac('sha256', key).update(`form-token\0${projectId}\0${time}\0${id}`).digest('base64url');
  return {
    issue(projectId) {
      const [time, id] = [Date.now().toString(36), newId()];
      return `${time}.${id}.${sign(projectId, time, id)}`;
    },
    read(projectId, token) {
      const [, time, id, signature] = SHAPE.exec(token) ?? [];
      if (time === undefined || id === undefined || signature === undefined) return null;
      const right = Buffer.from(sign(projectId, time, id));
      if (!timingSafeEqual(right, Buffer.from(signature))) return null;
      return { id, issuedAt: new Date(Number.parseInt(time, 36)) };
    },
  };
}
