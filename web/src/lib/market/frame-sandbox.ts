const BASE = [
  'allow-scripts',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
] as const;

/** An app's own sub-host (design 7): its id behind `a-`, or `h-` and 26 letters of a hash when the id is no host name. */
function isOwnHost(host: string, appId: string): boolean {
  const [label = '', ...rest] = host.split('.');
  if (rest.length === 0) return false;
  return label === `a-${appId}` || /^h-[a-z2-7]{26}$/.test(label);
}

/**
 * The `sandbox` of the frame that shows a published app. Only on a host that no other app and nothing of ours
 * shares may it be its own origin (storage, cookies); elsewhere the frame stays opaque.
 * @param url where the frame goes
 * @param here origin of the page that holds the frame
 */
export function frameSandbox(url: string, appId: string, here: string): string {
  const target = new URL(url);
  const own = target.origin !== here && isOwnHost(target.host, appId);
  return own ? [...BASE, 'allow-same-origin'].join(' ') : BASE.join(' ');
}
