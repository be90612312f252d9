import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { ApiError } from '../errors.ts';

const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Room for `_platform-challenge.` within the 253 characters of a name. */
const MOST_CHARACTERS = 253 - '_platform-challenge.'.length;

/** Host names that this installation answers itself. */
export interface PlatformHosts {
  readonly baseUrl: string;
  readonly publishOrigin: string;
}

/**
 * Reads a custom host name: in lower case, other scripts as punycode, without the dot of the root.
 * @throws ApiError invalid_request when it is no host name, or one that nobody may claim: an address, a public suffix,
 * a name of this installation
 */
export function readHostName(given: string, platform: PlatformHosts): string {
  const host = toAscii(given);
  if (host === null) {
    throw refused(given, 'is not a host name. Write only the name, such as forms.example.org.');
  }
  if (host.length > MOST_CHARACTERS)
    throw refused(given, `is too long: ${MOST_CHARACTERS} characters at most.`);
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp) throw refused(given, 'is an address. A custom host needs a name.');
  if (host === 'localhost' || host.endsWith('.localhost'))
    throw refused(given, 'is a name of this computer.');
  if (domain === null) throw refused(given, 'is a public suffix: nobody owns it alone.');
  for (const origin of [platform.baseUrl, platform.publishOrigin]) {
    const own = new URL(origin).hostname;
    const isRelated = host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`);
    if (isRelated || parse(own, { allowPrivateDomains: true }).domain === domain) {
      throw refused(given, 'belongs to this installation. For a name here, set a slug.');
    }
  }
  return host;
}

/** Whether the name in a `Host` header, in lower case, may be a custom host at all. */
export function isHostName(name: string): boolean {
  return HOST.test(name);
}

function toAscii(given: string): string | null {
  const name = given.trim().replace(/\.$/, '');
  // domainToASCII follows the URL standard, which would read on past these.
  if (name === '' || /[\s/\\?#@:%[\]]/.test(name)) return null;
  const host = domainToASCII(name);
  return HOST.test(host) ? host : null;
}

function refused(given: string, why: string): ApiError {
  return new ApiError('invalid_request', `hosts: "${given.slice(0, 260)}" ${why}`);
}
