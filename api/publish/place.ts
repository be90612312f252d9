import { isIP } from 'node:net';

/** How one app is kept from another: a host of its own, or an opaque origin by CSP `sandbox` (design 7). */
export type Isolation = 'subhost' | 'sandbox';

export interface PublishConfig {
  readonly publishOrigin: string;
  readonly baseUrl: string;
  readonly isolation: 'auto' | Isolation;
}

/** Where the publish origin lives, worked out once from the configuration. */
export interface Place {
  readonly protocol: string;
  /** Host name without port, lower case. */
  readonly hostname: string;
  /** Host with its port when that is not the protocol's own. */
  readonly host: string;
  /** Origin of the main application: it may frame apps and hears the reporter of previews. */
  readonly mainOrigin: string;
  readonly isolation: Isolation;
}

/** Reads the place from the configuration; throws when sub-hosts are asked for under an address that has none. */
export function readPlace(config: PublishConfig): Place {
  const origin = new URL(config.publishOrigin);
  if (config.isolation === 'subhost' && isIpHost(origin.hostname)) {
    throw new Error(
      `PUBLISH_ISOLATION=subhost needs a host name in PUBLISH_ORIGIN: the address ${origin.hostname} has no sub-hosts. Use a name, or PUBLISH_ISOLATION=sandbox.`,
    );
  }
  return {
    protocol: origin.protocol,
    hostname: origin.hostname,
    host: origin.host,
    mainOrigin: new URL(config.baseUrl).origin,
    isolation: config.isolation === 'auto' ? automatic(origin.hostname) : config.isolation,
  };
}

/** The origin of one label's sub-host. */
export function subhostOrigin(place: Place, label: string): string {
  return `${place.protocol}//${label}.${place.host}`;
}

export function isIpHost(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Sub-hosts work by themselves only under `localhost`; elsewhere they need DNS and a certificate, so are asked for. */
function automatic(hostname: string): Isolation {
  return hostname === 'localhost' ? 'subhost' : 'sandbox';
}
