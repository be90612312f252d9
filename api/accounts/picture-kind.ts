const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  jpeg: (bytes) => bytes.subarray(0, 3).toString('latin1') === '\xff\xd8\xff',
  webp: (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
};

/** Whether a `data:` URL of a PNG, JPEG or WebP image begins as such a file does (ASVS 5.2.2). */
export function isPictureOfItsKind(url: string): boolean {
  const [, kind = '', start = ''] = /^data:image\/(\w+);base64,(.{0,16})/.exec(url) ?? [];
  return SIGNATURES[kind]?.(Buffer.from(start, 'base64')) ?? false;
}
