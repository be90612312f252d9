import { decodeDataUrl } from '../publish/data-url.ts';

/** A preview picture as it goes over the wire. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
  /** Strong, from the content. */
  readonly etag: string;
}

/** Types that show in an `img`; the sandbox that all answers of the API carry keeps an SVG from running. */
const SHOWN = /^data:(image\/(?:png|jpeg|gif|webp|avif|svg\+xml))[;,]/i;

/** The picture in a `data:` URL; null for anything that no browser shows as one. */
export function pictureOf(preview: string, hash: string): Picture | null {
  const type = SHOWN.exec(preview)?.[1]?.toLowerCase();
  const body = type === undefined ? null : decodeDataUrl(preview);
  return type === undefined || body === null
    ? null
    : { type, bytes: body.bytes, etag: `"${hash.slice(0, 32)}"` };
}
