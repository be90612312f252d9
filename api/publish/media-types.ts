/** How a file is answered by the extension of its path (design 7); content is never sniffed. */
export interface MediaType {
  readonly type: string;
  /** `html` gets the bridge; `active` can hold script when opened as a document. */
  readonly role: 'html' | 'active' | 'passive' | 'unknown';
  readonly text: boolean;
  /** Worth compressing. */
  readonly compressible: boolean;
}

const TEXT: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
  jsx: 'text/javascript',
  map: 'application/json',
  json: 'application/json',
  jsonld: 'application/ld+json',
  geojson: 'application/geo+json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  vtt: 'text/vtt',
  ics: 'text/calendar',
};

const BINARY: Readonly<Record<string, string>> = {
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  zip: 'application/zip',
};

const COMPRESSIBLE_BINARY: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wav: 'audio/wav',
  wasm: 'application/wasm',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
};

const ACTIVE: Readonly<Record<string, MediaType>> = {
  html: { type: 'text/html', role: 'html', text: true, compressible: true },
  htm: { type: 'text/html', role: 'html', text: true, compressible: true },
  svg: { type: 'image/svg+xml', role: 'active', text: true, compressible: true },
  xml: { type: 'application/xml', role: 'active', text: true, compressible: true },
  pdf: { type: 'application/pdf', role: 'active', text: false, compressible: false },
};

const UNKNOWN: MediaType = {
  type: 'application/octet-stream',
  role: 'unknown',
  text: false,
  compressible: false,
};

const TABLE: ReadonlyMap<string, MediaType> = new Map([
  ...rows(TEXT, true, true),
  ...rows(BINARY, false, false),
  ...rows(COMPRESSIBLE_BINARY, false, true),
  ...Object.entries(ACTIVE),
]);

/** The media type of a file path. What the table does not know is sent as a download. */
export function mediaTypeOf(path: string): MediaType {
  return TABLE.get(extensionOf(path)) ?? UNKNOWN;
}

/** The lower-case extension of a path's last segment, empty when it has none. */
export function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

function rows(
  table: Readonly<Record<string, string>>,
  text: boolean,
  compressible: boolean,
): [string, MediaType][] {
  return Object.entries(table).map(([extension, type]) => [
    extension,
    { type, role: 'passive', text, compressible },
  ]);
}
