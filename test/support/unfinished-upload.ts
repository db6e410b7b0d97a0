import { once } from 'node:events';
import { connect } from 'node:net';
import { encodeForm, filePart, formType, payloadPart } from './form.ts';

/** A submission on its own connection. The service is reading it, and its last bytes have not been sent. */
interface UnfinishedUpload {
  /** Sends the rest. Resolves with the status, or null when the connection ends without a response. */
  finish(): Promise<number | null>;
  abort(): void;
}

const form = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(200_000, 'a'))]);
const keptBackBytes = 10;

/**
 * Resolves when the service has sent `100 Continue`, so that the upload is in progress there. Rejects when it does not.
 */
export async function startUpload(address: string): Promise<UnfinishedUpload> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (text: Buffer) => {
    answer += text;
  });
  const closed = once(socket, 'close').catch(() => {});
  const leave = Promise.race([once(socket, 'data'), closed.then(() => Promise.reject(new Error('It takes no form')))]);
  socket.write(
    'POST /api/v1/commissions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n' +
      `Content-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  await leave;
  socket.write(form.subarray(0, -keptBackBytes));
  return {
    async finish() {
      socket.end(form.subarray(-keptBackBytes));
      await closed;
      return Number(/^HTTP\/1\.1 (?!100)(\d+)/m.exec(answer)?.[1] ?? 0) || null;
    },
    abort: () => socket.destroy(),
  };
}
