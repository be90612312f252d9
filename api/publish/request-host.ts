import { isHostName } from '../projects/host-name.ts';
import { isSlugLabel } from '../projects/slug.ts';
import { isIpHost, type Place } from './place.ts';
import type { ProjectAddress } from './site.ts';

/** What the `Host` of a request names. */
export type RequestHost =
  | { readonly kind: 'shared' }
  | { readonly kind: 'label'; readonly label: string }
  /** A name that can be a project's as a whole: its slug's sub-host, or a custom host. */
  | { readonly kind: 'project'; readonly name: string; readonly address: ProjectAddress }
  | { readonly kind: 'unknown' };

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;
const LABEL = /^[a-z0-9-]{1,63}$/;

/**
 * Says which host a request was sent to (design 7). Ports are not compared: isolation is by name, and a port may be
 * mapped on the way here. A trailing dot makes another origin in browsers, so such a name is unknown.
 */
export function classifyHost(hostHeader: string, place: Place): RequestHost {
  const hostname = hostnameOf(hostHeader);
  if (hostname === place.hostname) return { kind: 'shared' };
  if (place.hostname === 'localhost' && LOOPBACK.test(hostname)) return { kind: 'shared' };
  const suffix = `.${place.hostname}`;
  if (hostname.endsWith(suffix)) {
    const label = hostname.slice(0, -suffix.length);
    if (isSlugLabel(label)) return { kind: 'project', name: hostname, address: { slug: label } };
    return place.isolation === 'subhost' && LABEL.test(label)
      ? { kind: 'label', label }
      : { kind: 'unknown' };
  }
  return isHostName(hostname) && !isIpHost(hostname)
    ? { kind: 'project', name: hostname, address: { customHost: hostname } }
    : { kind: 'unknown' };
}

/** Whether a request names this server by an address, as health probes do. */
export function isAddressed(hostHeader: string): boolean {
  return isIpHost(hostnameOf(hostHeader));
}

function hostnameOf(hostHeader: string): string {
  return hostHeader.toLowerCase().replace(/:\d*$/, '');
}
