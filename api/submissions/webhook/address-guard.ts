import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the public internet: a message sent there would reach what stands beside this server. */
const PRIVATE: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only 2000::/3 is given out; within it stand tunnels that lead to IPv4 addresses, and examples. */
const PUBLIC_6 = ['2000::', 3] as const;
const PRIVATE_6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of PRIVATE) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of PRIVATE_6) closed.addSubnet(network, prefix, 'ipv6');
const open6 = new BlockList();
open6.addSubnet(...PUBLIC_6, 'ipv6');

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

export class PrivateAddressError extends Error {
  constructor() {
    super('This address is not one of the public internet.');
  }
}

/**
 * Resolves names for a connection, and refuses when any of their addresses is private. The connection goes to what was
 * checked, so a name that changes in between leads nowhere else.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(), []);
    const [first] = addresses;
    if (options.all === true || !first) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
