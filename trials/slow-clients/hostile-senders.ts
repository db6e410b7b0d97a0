import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections of one kind, all open at once. */
export interface Senders {
  /** The number of connections that the service has not closed. */
  readonly open: number;
  close(): void;
}

/** The bytes that each connection sends first, and the bytes that it sends every second afterwards. */
export interface SenderKind {
  readonly name: string;
  readonly first: Buffer;
  readonly everySecond: Buffer | null;
  readonly readsResponses: boolean;
}

const connectAtOnce = 50;
const boundary = 'xBOUNDARY';
const postHead = (framing: string) =>
  `POST /api/v1/commissions HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${framing}\r\n\r\n`;
const partHead = (parameters: string) => `--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Never ends its payload. */
export const payloadHolder: SenderKind = {
  name: 'holders of 60 KB of payload',
  first: Buffer.from(postHead('Content-Length: 61440') + partHead('name="payload"') + 'x'.repeat(60_000)),
  everySecond: null,
  readsResponses: true,
};

/** Never ends its file. */
export const fileHolder: SenderKind = {
  name: 'holders of 60 KB of a file',
  first: Buffer.from(postHead('Content-Length: 61440') + partHead('name="files"; filename="a"') + 'x'.repeat(60_000)),
  everySecond: null,
  readsResponses: true,
};

export const pipeliner: SenderKind = {
  name: 'pipeliners of 1,500 requests',
  first: Buffer.from('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1500)),
  everySecond: null,
  readsResponses: false,
};

/** Fast enough to keep its slot while others wait. */
export const chunkedSender: SenderKind = {
  name: 'senders of 20 KB a second of an unannounced length',
  first: Buffer.from(postHead('Transfer-Encoding: chunked') + chunk(partHead('name="files"; filename="a"'))),
  everySecond: Buffer.from(chunk('x'.repeat(20_000))),
  readsResponses: true,
};

/** Resolves when each connection has sent its first bytes or has been closed. */
export async function startSenders(port: number, kind: SenderKind, count: number): Promise<Senders> {
  const sockets: Socket[] = [];
  let left = count;

  async function startInTurn(): Promise<void> {
    while (left-- > 0) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await start(socket, kind);
    }
  }

  await Promise.all(Array.from({ length: connectAtOnce }, startInTurn));
  const { everySecond } = kind;
  const timer = setInterval(() => {
    if (everySecond !== null) for (const socket of sockets) if (socket.writable) socket.write(everySecond);
  }, 1000);
  return {
    get open() {
      return sockets.filter(({ closed }) => !closed).length;
    },
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function start(socket: Socket, { first, readsResponses }: SenderKind): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (readsResponses) socket.resume();
  else socket.pause();
  const connected = await once(socket, 'connect').catch(() => null);
  socket.on('error', () => {});
  if (connected === null) return;
  await Promise.race([closed, new Promise<void>((resolve) => socket.write(first, () => resolve()))]);
}
