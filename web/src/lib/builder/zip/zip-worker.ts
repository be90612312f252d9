import { serve } from '../worker/serve.ts';
import { packZip, unpackZip, type Unpacked, type ZipContent } from './zip-file.ts';

export type ZipRequest =
  | { readonly kind: 'pack'; readonly content: ZipContent }
  | { readonly kind: 'unpack'; readonly zip: Uint8Array };
export type ZipAnswer = Uint8Array<ArrayBuffer> | Unpacked;

serve<ZipRequest, ZipAnswer>((request) =>
  request.kind === 'pack' ? packZip(request.content) : unpackZip(request.zip),
);
