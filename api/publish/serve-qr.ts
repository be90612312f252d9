import { renderSVG } from 'uqr';
import { ApiError } from '../errors.ts';
import { send, sendEmpty, type Exchange } from './exchange.ts';
import { FILE_PREFLIGHT, fileHeaders, type HeaderList } from './response-headers.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Shape } from './isolation.ts';
import type { Place } from './place.ts';

/** A page's address as a QR code, for posters and screens; always the same for one address. */
export function serveQr(exchange: Exchange, address: string, shape: Shape, place: Place): void {
  const { method } = exchange.request;
  if (method === 'OPTIONS') return sendEmpty(exchange, 204, FILE_PREFLIGHT);
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ApiError('method_not_allowed', 'The QR code is read with GET or HEAD.');
  }
  // Four modules of white around it are what readers need (ISO/IEC 18004).
  const svg = renderSVG(address, { ecc: 'M', border: 4 });
  const {
    vary: _,
    'accept-ranges': __,
    ...headers
  }: HeaderList = fileHeaders(mediaTypeOf('qr.svg'), null, shape, place);
  send(exchange, 200, headers, svg);
}
