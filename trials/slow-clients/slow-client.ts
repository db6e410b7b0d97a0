import { once } from 'node:events';
import { connect } from 'node:net';

/** A client that never finishes its form. */
export interface SlowClient {
  /** Sends a few more bytes, if the client is still waiting. */
  trickle(): void;
  readonly isWaiting: boolean;
  /** Resolves when the connection has ended: with the status, or with `null` when there was no response. */
  readonly ended: Promise<number | null>;
  close(): void;
}

/** Small enough that the service always admits the body, which is the hardest case for the service. */
const announcedBytes = 60 * 1024;
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW9';
const head =
  'POST /api/v1/commissions HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
  `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${announcedBytes}\r\n\r\n`;
const beginning =
  `--${boundary}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n` +
  '{"customerName":"Ada Example","customerEmail":"ada@example.org","message":"Soon."}\r\n' +
  `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="slow.png"\r\n` +
  'Content-Type: image/png\r\n\r\n';
const droplet = Buffer.alloc(16, 'x');

/** Resolves when the client has sent its headers and the beginning of its form. */
export async function startSlowClient(port: number): Promise<SlowClient> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let status: number | null = null;
  let isWaiting = true;
  socket.on('data', (chunk: Buffer) => {
    status ??= Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1] ?? 0);
    isWaiting = false;
  });
  socket.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => {
    socket.once('close', () => {
      isWaiting = false;
      resolve(status);
    });
  });
  await new Promise<void>((sent, failed) => {
    socket.write(head + beginning, (error) => (error ? failed(error) : sent()));
  });
  return {
    trickle() {
      if (isWaiting) socket.write(droplet);
    },
    get isWaiting() {
      return isWaiting;
    },
    ended,
    close: () => socket.destroy(),
  };
}
