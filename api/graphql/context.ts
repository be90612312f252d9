import type { Logger } from 'pino';
import type { BlobLoaders } from '../files/blob-loaders.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { SessionUser } from '../accounts/session-user.ts';
import type { Services } from '../services.ts';

/** What a resolver knows of its request. */
export interface GraphqlContext {
  readonly user: SessionUser | null;
  readonly services: Services;
  readonly log: Logger;
  /** For rate limits and the sessions list, never for permission. */
  readonly client: ClientInfo;
  readonly blobs: BlobLoaders;
}
