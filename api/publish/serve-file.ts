import { ApiError } from '../errors.ts';
import type { BridgeConfig } from './bridge-script.ts';
import { readByteRange } from './byte-range.ts';
import { chooseEncoding } from './content-encoding.ts';
import { entityTag, matchingTag } from './entity-tag.ts';
import {
  header,
  isNavigation,
  isPartOfPage,
  redirect,
  send,
  sendEmpty,
  sendLatin1,
  type Exchange,
} from './exchange.ts';
import type { FilePlan, FilePlans } from './file-plans.ts';
import { findFile, type Found } from './find-file.ts';
import type { Shape } from './isolation.ts';
import { MissingFile } from './missing-file.ts';
import type { Place } from './place.ts';
import { FILE_PREFLIGHT, fileHeaders, type Embedders, type HeaderList } from './response-headers.ts';
import type { Body, SiteBodies } from './site-bodies.ts';
import type { Site } from './site.ts';

export interface FileQuestion {
  readonly site: Site;
  /** Decoded path under the site's root. */
  readonly path: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly bridge: BridgeConfig;
  readonly shape: Shape;
  readonly embedders: Embedders;
}

/** What is kept from one request to the next. */
export interface Kept {
  readonly bodies: SiteBodies;
  readonly plans: FilePlans;
}

/** What is about to be sent: everything but the encoding and the range. */
interface Answer {
  readonly status: 200 | 404;
  readonly plan: FilePlan;
  readonly body: Body;
  readonly headers: HeaderList;
}

/**
 * Serves one file of a site (spec 4.1, design 7): preflight, type, bridge, validation, range, encoding.
 * @throws ApiError not_found, method_not_allowed
 */
export async function serveFile(
  exchange: Exchange,
  question: FileQuestion,
  place: Place,
  { bodies, plans }: Kept,
): Promise<void> {
  const { method } = exchange.request;
  if (method === 'OPTIONS') return sendEmpty(exchange, 204, FILE_PREFLIGHT);
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'Files are read with GET or HEAD.');
  }
  const found = await find(exchange, question);
  if (found.kind === 'missing') throw new MissingFile(question.site, question.path, question.bridge.basePath);
  if (found.kind === 'folder') return redirect(exchange, 308, `${question.rawPath}/${question.rawQuery}`);

  const plan = plans.planOf(found.path, found.hash, question.bridge, question);
  const held = found.status === 200 ? matchingTag(header(exchange, 'if-none-match'), plan.tag) : null;
  if (held !== null) return sendEmpty(exchange, 304, { ...plan.bare, etag: held });

  const read = (hash: string): Promise<string> => question.site.readBlob(hash);
  const body =
    plan.media.role === 'html'
      ? await bodies.page(plan.bodyKey, question.bridge, found.hash, read)
      : await bodies.plain(plan.bodyKey, read);
  const headers =
    body.charset === null
      ? plan.headers
      : fileHeaders(plan.media, body.charset, question.shape, place, question.embedders);
  const answer: Answer = { status: found.status, plan, body, headers };
  if (!sendRange(exchange, answer)) await sendWhole(exchange, answer, bodies);
}

/** A page of the version before may still ask for its parts: they are there for a while when their name is gone. */
async function find(exchange: Exchange, { site, path }: FileQuestion): Promise<Found> {
  const found = findFile(site.files, path, isNavigation(exchange));
  if (found.kind !== 'missing' || !isPartOfPage(exchange)) return found;
  const replaced = await site.replacedFiles();
  return replaced ? findFile(replaced, path, false) : found;
}

/** Answers a range of the plain bytes; false when the whole body is to be sent. */
function sendRange(exchange: Exchange, { status, plan, body, headers }: Answer): boolean {
  const etag = entityTag(plan.tag, null);
  const ifRange = header(exchange, 'if-range');
  if (status !== 200 || (ifRange !== undefined && ifRange !== etag)) return false;
  const size = body.bytes.length;
  const range = readByteRange(header(exchange, 'range'), size);
  if (range.kind === 'all') return false;
  if (range.kind === 'unsatisfiable') {
    sendEmpty(exchange, 416, {
      ...plan.bare,
      'content-range': `bytes */${size}`,
      'content-length': '0',
    });
    return true;
  }
  const contentRange = `bytes ${range.start}-${range.end}/${size}`;
  const part = body.bytes.subarray(range.start, range.end + 1);
  send(exchange, 206, { ...headers, etag, 'content-range': contentRange }, part);
  return true;
}

async function sendWhole(exchange: Exchange, answer: Answer, bodies: SiteBodies): Promise<void> {
  const { status, plan, body, headers } = answer;
  const acceptable = header(exchange, 'accept-encoding');
  const encoding = plan.media.compressible ? chooseEncoding(acceptable, body.bytes.length) : null;
  const etag = entityTag(plan.tag, encoding);
  if (encoding === null) return sendBody(exchange, status, { ...headers, etag }, body);
  const encoded = await bodies.encoded(plan.bodyKey, body, encoding);
  return sendBody(exchange, status, { ...headers, etag, 'content-encoding': encoding }, encoded);
}

function sendBody(exchange: Exchange, status: number, headers: HeaderList, body: Body): void {
  if (body.latin1 === null) send(exchange, status, headers, body.bytes);
  else sendLatin1(exchange, status, headers, body.latin1);
}
