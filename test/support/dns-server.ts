import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A name server of its own (RFC 1035) for mail exchanges. */
export interface DnsServer {
  /** `127.0.0.1:5353` */
  readonly address: string;
  close(): Promise<void>;
}

const headerBytes = 12;
const mxType = 15;
const noSuchName = 3;

/** @param exchanges By domain: the names of its mail servers. Another domain does not exist. */
export async function startDnsServer(exchanges: Readonly<Record<string, readonly string[]>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(respond(query, exchanges), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function respond(query: Buffer, exchanges: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(headerBytes, at + 5);
  const found = exchanges[labels.join('.')];
  const answers = type === mxType ? (found ?? []).map(exchangeRecord) : [];
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180 + (found === undefined ? noSuchName : 0), 2);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...answers]);
}

function exchangeRecord(exchange: string): Buffer {
  const name = exchange
    .split('.')
    .filter(Boolean)
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  const data = Buffer.concat([Buffer.from([0, 10]), ...name, Buffer.from([0])]);
  const head = Buffer.from([0xc0, headerBytes, 0, mxType, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}
