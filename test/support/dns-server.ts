import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What the server says about a name: its TXT records, or how it fails. `silent` never answers. */
export type DnsAnswer = readonly string[] | 'servfail' | 'silent';

export interface DnsServer {
  /** `127.0.0.1:{port}`, for `DNS_SERVERS`. */
  readonly address: string;
  /** By name; a name that is not here does not exist. */
  readonly names: Map<string, DnsAnswer>;
  /** Names that were asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on the loopback that speaks DNS over UDP (RFC 1035) and knows TXT records only. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, DnsAnswer>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readQuestion(query);
    asked.push(name);
    const answer = names.get(name);
    if (answer === 'silent') return;
    const records = answer === undefined || answer === 'servfail' ? [] : answer;
    const code = answer === undefined ? NXDOMAIN : answer === 'servfail' ? SERVFAIL : 0;
    socket.send(writeAnswer(query, end, records, code), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    names,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function writeAnswer(query: Buffer, end: number, records: readonly string[], code: number): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map((text) => {
    const strings = (text.match(/[^]{1,255}/g) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
    );
    const data = Buffer.concat(strings);
    const head = Buffer.alloc(12);
    // A pointer to the question's name, type TXT, class IN, no time to live.
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(16, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...answers]);
}
