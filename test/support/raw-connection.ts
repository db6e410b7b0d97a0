import { once } from 'node:events';
import { Socket } from 'node:net';

/** An unparsed HTTP/1.1 response. */
export interface RawAnswer {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client that sends exactly the given bytes. It does not read until a response is requested. */
export interface RawConnection {
  /** Resolves when all bytes have been passed to the operating system. Rejects when the connection breaks before. */
  send(bytes: Uint8Array | string): Promise<void>;
  /** Ends the client's sending side. Responses can still arrive. */
  finish(): void;
  /**
   * Resolves with the next response, including interim ones (1xx). Rejects when the connection ends before the response
   * is complete.
   */
  nextAnswer(): Promise<RawAnswer>;
  /** Reads and discards incoming bytes until the connection is closed. */
  untilClosed(): Promise<void>;
  /** Closes the connection, with a reset if the server is still sending. */
  destroy(): void;
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = new Socket({ allowHalfOpen: true });
  // A socket that is paused before it connects does not read ahead.
  socket.pause();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  let received: Buffer = Buffer.alloc(0);
  let onProgress = () => {};
  socket.on('close', () => onProgress());
  socket.on('end', () => socket.end());
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');

  function resume() {
    if (socket.listenerCount('data') === 0) {
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        onProgress();
      });
    }
    socket.resume();
  }

  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    finish: () => void socket.end(),
    nextAnswer: () =>
      new Promise((resolve, reject) => {
        onProgress = () => {
          const found = readAnswer(received);
          if (found === null) {
            if (socket.closed) reject(new Error(`The connection ended after ${JSON.stringify(received.toString())}`));
            return;
          }
          received = received.subarray(found.length);
          socket.pause();
          onProgress = () => {};
          resolve(found.answer);
        };
        resume();
        onProgress();
      }),
    async untilClosed() {
      resume();
      await closed;
    },
    destroy: () => void socket.destroy(),
  };
}

/** Sends one request on a new connection, and reads the response after the whole request has been sent. */
export async function exchangeRaw(port: number, request: Uint8Array | string): Promise<RawAnswer> {
  const connection = await connectRaw(port);
  try {
    await connection.send(request);
    return await connection.nextAnswer();
  } finally {
    connection.destroy();
  }
}

function readAnswer(bytes: Buffer): { answer: RawAnswer; length: number } | null {
  const headLength = bytes.indexOf('\r\n\r\n');
  if (headLength === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n');
  const headers = Object.fromEntries(lines.map(readHeader));
  const bodyStart = headLength + 4;
  const length = bodyStart + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  const body = bytes.toString('utf8', bodyStart, length);
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, body }, length };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
