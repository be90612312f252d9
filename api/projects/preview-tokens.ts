import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../limits.ts';

/** What lets a project's page run once more beside the one that is published: for its owner, to take its picture. */
export interface PreviewTokens {
  issue(projectId: string): string;
  /** The project that a token is for; null for one that was not issued here or is over. */
  read(token: string): string | null;
}

const SHAPE = /^project_([0-9a-z]{8,9})_([\w-]{43})_([A-Za-z0-9_-]{1,48})$/;

/** Tokens are signed and not kept, in the shape of a draft's: `project_time_signature_id`. */
export function createPreviewTokens(key: string): PreviewTokens {
  const sign = (projectId: string, time: string): string =>
    createHmac('sha256', key).update(`project-preview\0${projectId}\0${time}`).digest('base64url');
  return {
    issue(projectId) {
      const time = Date.now().toString(36);
      return `project_${time}_${sign(projectId, time)}_${projectId}`;
    },
    read(token) {
      const [, time, signature, projectId] = SHAPE.exec(token) ?? [];
      if (time === undefined || signature === undefined || projectId === undefined) return null;
      if (!timingSafeEqual(Buffer.from(sign(projectId, time)), Buffer.from(signature))) return null;
      return Date.now() - Number.parseInt(time, 36) > LIMITS.projectPreviewMs ? null : projectId;
    },
  };
}
