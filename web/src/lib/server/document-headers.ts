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

/**
 * Adds `frame-src` for the publish origin and its sub-hosts, where apps and previews live.
 * @param policy the Content-Security-Policy that SvelteKit made, nonce included
 * @param publishOrigin an origin such as `http://localhost:4001`
 */
export function withFrameSources(policy: string, publishOrigin: string): string {
  const { protocol, host } = new URL(publishOrigin);
  return `${policy}; frame-src ${protocol}//${host} ${protocol}//*.${host}`;
}
