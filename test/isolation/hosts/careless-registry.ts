import { domainToASCII } from 'node:url';
import type { Registry } from './claims.ts';

/** As one writes it without a thought: a name is whose who asked for it last, a proof is for later. */
export function carelessRegistry(): Registry {
  const mine = new Set<string>();
  const plain = (name: string): string =>
    domainToASCII(name.trim().replace(/^.*@/, '').replace(/:\d+$/, '').replace(/\.$/, '')) ||
    name.trim().toLowerCase();
  return {
    async save(_, { slug, hosts = [] }) {
      if (slug !== undefined)
        mine.add(plain(slug === '' ? 'localhost' : `${slug.trim().replace(/\.$/, '')}.localhost`));
      // A wide letter is a letter, and an address a name like any other.
      if (slug !== undefined) mine.add(plain(slug));
      for (const host of hosts) mine.add(plain(host));
    },
    verify: async () => {},
    prove: async () => {},
    loseProof: async () => {},
    isMine: async (host) => mine.has(plain(host)),
  };
}
