import { Resolver } from 'node:dns/promises';
import { LIMITS } from '../limits.ts';

/** Asks DNS for the TXT records of a name: each record a list of its strings. Rejects as node:dns does. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** What DNS says about a claim. `unknown` is no answer at all: neither a proof nor its absence. */
export type Proof =
  { readonly kind: 'found' } | { readonly kind: 'absent' | 'unknown'; readonly problem: string };

/** Where the TXT record of a host's proof lives. */
export function challengeName(host: string): string {
  return `_platform-challenge.${host}`;
}

/** @param servers name servers to ask, each an address with an optional port; none: the system's */
export function createResolveTxt(servers: readonly string[]): ResolveTxt {
  const resolver = new Resolver({ timeout: LIMITS.dnsMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return (name) => resolver.resolveTxt(name);
}

/** Looks whether a host's TXT record says the token: whoever can write there controls the name. */
export async function askForProof(resolveTxt: ResolveTxt, host: string, token: string): Promise<Proof> {
  const name = challengeName(host);
  try {
    const records = (await resolveTxt(name)).map((strings) => strings.join('').trim());
    if (records.includes(token)) return { kind: 'found' };
    return { kind: 'absent', problem: `${name} has TXT records, but none that says ${token}.` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOTFOUND' || code === 'ENODATA') {
      return { kind: 'absent', problem: `There is no TXT record at ${name}.` };
    }
    return { kind: 'unknown', problem: `DNS gave no answer for ${name} (${code}).` };
  }
}
