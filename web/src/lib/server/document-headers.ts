/**
 * What every HTML document of the main application carries besides its nonce policy (design 7).
 * Published apps are framed here, but nobody frames us, and no other origin gets a handle on our window.
 */
export const DOCUMENT_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  [
    'permissions-policy',
    [
      'accelerometer',
      'autoplay',
      'camera',
      'display-capture',
      'encrypted-media',
      'geolocation',
      'gyroscope',
      'hid',
      'idle-detection',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'picture-in-picture',
      'publickey-credentials-get',
      'screen-wake-lock',
      'serial',
      'usb',
      'xr-spatial-tracking',
    ]
      .map((feature) => `${feature}=()`)
      .join(', '),
  ],
];

/** What a page that others may embed leaves out of these: they keep it out of frames, or cut it off from its host. */
const AGAINST_EMBEDDING = ['cross-origin-opener-policy', 'cross-origin-resource-policy', 'x-frame-options'];

/** Headers of the Studio's pages, which hosts embed (design 11). */
export const EMBEDDED_HEADERS: typeof DOCUMENT_HEADERS = [
  ...DOCUMENT_HEADERS.filter(([name]) => !AGAINST_EMBEDDING.includes(name)),
  // A host of no origin, or with COEP, may load it too: it holds nothing of anybody.
  ['cross-origin-resource-policy', 'cross-origin'],
];

/** The policy of a page that the given origins may embed, ourselves among them. */
export function withFrameAncestors(policy: string, origins: readonly string[]): string {
  return policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${["'self'", ...origins].join(' ')}`);
}

/**
 * Adds `frame-src` for the publish origin and its sub-hosts, where apps and previews live, and for ourselves: of our own
 * pages only the Studio's let themselves be framed.
 * @param policy the Content-Security-Policy that SvelteKit made, nonce included
 * @param publishOrigin an origin such as `http://localhost:4001`
 */
export function withFrameSources(policy: string, publishOrigin: string): string {
  const { protocol, host } = new URL(publishOrigin);
  return `${policy}; frame-src 'self' ${protocol}//${host} ${protocol}//*.${host}`;
}
