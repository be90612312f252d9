import { createHash } from 'node:crypto';
import { describeApi } from '@platform/aml-compiler/emit/openapi.ts';
import { ApiError } from '../errors.ts';
import type { PlainAnswer } from '../http/plain-answer.ts';
import type { LiveSpace } from './space.ts';

/**
 * GET _data/openapi.json: what visitors may read and add, by the tables as they are. It stays the same until the app is
 * published anew, so its tag is that of its bytes.
 * @throws ApiError not_found for an app without a data model
 */
export async function answerOpenApi(space: LiveSpace, request: Request): Promise<PlainAnswer> {
  const { served, declared, id } = space;
  if (served.models.length === 0) throw new ApiError('not_found', 'This app has no data model.');
  // The document names the place that it was fetched from: an app and a preview live at different ones.
  const server = { url: new URL(request.url).pathname.replace(/\/_data\/openapi\.json$/, '') };
  const text = JSON.stringify(describeApi({ title: id, served, declared, server }));
  const tag = `"${createHash('sha256').update(text).digest('hex')}"`;
  const headers = { etag: tag, 'content-type': 'application/json; charset=utf-8' };
  const held = (request.headers.get('if-none-match') ?? '').split(',').map((item) => item.trim());
  const isHeld = held.some((item) => item === '*' || item.replace(/^W\//, '') === tag);
  return isHeld ? { status: 304, headers, body: null } : { status: 200, headers, body: text };
}
