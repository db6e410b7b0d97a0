import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A DNS server for one test (RFC 1035). */
interface DnsServer {
  /** `127.0.0.1:5353` */
  readonly address: string;
  close(): Promise<void>;
}

/** Returns the records of a name, or null when the name does not exist. */
type NameRecords = (name: string, type: number) => readonly Buffer[] | null;

const headerBytes = 12;
const addressType = 1;
const mxType = 15;
const noSuchName = 3;

/** @param exchanges The names of the mail servers of each domain. Other domains do not exist. */
export function startDnsServer(exchanges: Readonly<Record<string, readonly string[]>>): Promise<DnsServer> {
  return startNameServer((name, type) => {
    const found = exchanges[name];
    return found === undefined ? null : type === mxType ? found.map(exchangeRecord) : [];
  });
}

/** @param addressOf Called for each query for an IPv4 address. Returns the address for this query. */
export function startAddressServer(addressOf: (name: string) => string): Promise<DnsServer> {
  return startNameServer((name, type) => (type === addressType ? [addressRecord(addressOf(name))] : []));
}

async function startNameServer(recordsOf: NameRecords): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(respond(query, recordsOf), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function respond(query: Buffer, recordsOf: NameRecords): Buffer {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(headerBytes, at + 5);
  const found = recordsOf(labels.join('.'), query.readUInt16BE(at + 1));
  const answers = found ?? [];
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180 + (found === null ? noSuchName : 0), 2);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...answers]);
}

function exchangeRecord(exchange: string): Buffer {
  const name = exchange
    .split('.')
    .filter(Boolean)
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return recordOf(mxType, 60, Buffer.concat([Buffer.from([0, 10]), ...name, Buffer.from([0])]));
}

/** Builds an address record with a time to live of 0, so that resolvers do not cache the record. */
function addressRecord(address: string): Buffer {
  return recordOf(addressType, 0, Buffer.from(address.split('.').map(Number)));
}

/** Builds a record for the name in the question. */
function recordOf(type: number, seconds: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, seconds, 0, data.length]), data]);
}
