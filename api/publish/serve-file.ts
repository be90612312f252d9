import { ApiError } from '../errors.ts';
import type { BridgeConfig } from './bridge-script.ts';
import { readByteRange } from './byte-range.ts';
import { chooseEncoding } from './content-encoding.ts';
import { entityTag, matchingTag, tagKey } from './entity-tag.ts';
import { header, isNavigation, redirect, send, sendEmpty, type Exchange } from './exchange.ts';
import { findFile } from './find-file.ts';
import { nothingHere, type Shape } from './isolation.ts';
import { mediaTypeOf, type MediaType } from './media-types.ts';
import type { Place } from './place.ts';
import { FILE_PREFLIGHT, fileHeaders, type HeaderList } from './response-headers.ts';
import { pageKey, type Body, type SiteBodies } from './site-bodies.ts';
import type { Site } from './site.ts';

export interface FileQuestion {
  readonly site: Site;
  /** Decoded path under the site's root. */
  readonly path: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly bridge: BridgeConfig;
  readonly shape: Shape;
}

/** What is about to be sent: everything but the encoding and the range. */
interface Answer {
  readonly status: 200 | 404;
  /** Names the body in the cache. */
  readonly bodyKey: string;
  /** Names the answer in its ETag. */
  readonly tag: string;
  readonly body: Body;
  readonly media: MediaType;
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
  bodies: SiteBodies,
): Promise<void> {
  const { method } = exchange.request;
  if (method === 'OPTIONS') return sendEmpty(exchange, 204, FILE_PREFLIGHT);
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'Files are read with GET or HEAD.');
  }
  const found = findFile(question.site.files, question.path, isNavigation(exchange));
  if (found.kind === 'missing') throw nothingHere();
  if (found.kind === 'folder') return redirect(exchange, 308, `${question.rawPath}/${question.rawQuery}`);

  const media = mediaTypeOf(found.path);
  const isPage = media.role === 'html';
  const bodyKey = isPage ? pageKey(found.hash, question.bridge) : found.hash;
  const read = (hash: string): Promise<string> => question.site.readBlob(hash);
  const validated = fileHeaders(media, null, question.shape, place);
  const tag = tagKey(bodyKey, validated);
  const held = found.status === 200 ? matchingTag(header(exchange, 'if-none-match'), tag) : null;
  if (held !== null) return sendEmpty(exchange, 304, { ...withoutContent(validated), etag: held });

  const body = isPage
    ? await bodies.page(bodyKey, question.bridge, found.hash, read)
    : await bodies.plain(bodyKey, read);
  const headers = fileHeaders(media, body.charset, question.shape, place);
  const answer: Answer = { status: found.status, bodyKey, tag, body, media, headers };
  if (!sendRange(exchange, answer)) await sendWhole(exchange, answer, bodies);
}

/** Answers a range of the plain bytes; false when the whole body is to be sent. */
function sendRange(exchange: Exchange, { status, tag, body, headers }: Answer): boolean {
  const etag = entityTag(tag, null);
  const ifRange = header(exchange, 'if-range');
  if (status !== 200 || (ifRange !== undefined && ifRange !== etag)) return false;
  const size = body.bytes.length;
  const range = readByteRange(header(exchange, 'range'), size);
  if (range.kind === 'all') return false;
  if (range.kind === 'unsatisfiable') {
    sendEmpty(exchange, 416, {
      ...withoutContent(headers),
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
  const { status, bodyKey, tag, body, media, headers } = answer;
  const acceptable = header(exchange, 'accept-encoding');
  const encoding = media.compressible ? chooseEncoding(acceptable, body.bytes.length) : null;
  if (encoding === null)
    return send(exchange, status, { ...headers, etag: entityTag(tag, null) }, body.bytes);
  const encoded = await bodies.encoded(bodyKey, body, encoding);
  const extra = { etag: entityTag(tag, encoding), 'content-encoding': encoding };
  return send(exchange, status, { ...headers, ...extra }, encoded.bytes);
}

/** The headers that describe no body. */
function withoutContent(headers: HeaderList): HeaderList {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== 'content-type' && name !== 'content-disposition'),
  );
}
