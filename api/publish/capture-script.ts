import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ApiError } from '../errors.ts';
import { send, type Exchange } from './exchange.ts';
import { PLAIN } from './response-headers.ts';

/** The library's build for a plain script element; its map is not served. */
const SCRIPT = readFileSync(
  createRequire(import.meta.url).resolve('html-to-image/dist/html-to-image.js'),
  'utf8',
).replace(/^\/\/# sourceMappingURL=.*$/m, '');

/** Serves the script that draws a preview into a picture: the same for every draft, so nothing is looked up. */
export function serveCaptureScript(exchange: Exchange): void {
  const { method } = exchange.request;
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'Files are read with GET or HEAD.');
  }
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  };
  send(exchange, 200, { ...PLAIN, ...headers }, SCRIPT);
}
