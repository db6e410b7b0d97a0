import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callReceiver } from './call-receiver.ts';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/secret-path`;
}

const call = (url: string) => callReceiver(url, new AbortController().signal);

/** Returns the methods of the calls that a receiver gets, and the outcome. */
async function callOne(statusOf: (method: string) => number) {
  const methods: string[] = [];
  const answer: RequestListener = ({ method = '' }, response) => {
    methods.push(method);
    response.writeHead(statusOf(method), { connection: 'close', location: '/elsewhere' }).end();
  };
  return { fault: await call(await listen(createServer(answer))), methods };
}

describe('a call of a receiver', () => {
  it('is made by POST', async () => {
    expect(await callOne(() => 204)).toEqual({ fault: null, methods: ['POST'] });
  });

  it.each([404, 405, 501])('is made by GET too when the POST is refused with %i', async (status) => {
    const byGet = await callOne((method) => (method === 'GET' ? 200 : status));
    expect(byGet).toEqual({ fault: null, methods: ['POST', 'GET'] });
    expect((await callOne(() => status)).fault).toBe(`The receiver responded with ${status}`);
  });

  it.each([302, 401, 500])('fails with the status %i, and is not repeated', async (status) => {
    expect(await callOne(() => status)).toEqual({ fault: `The receiver responded with ${status}`, methods: ['POST'] });
  });

  it('names the cause when nothing listens', async () => {
    expect(await call('http://127.0.0.1:9/secret-path')).toBe('Nothing listens at the address of the receiver');
  });

  it('names the cause when the receiver speaks another protocol or closes the connection', async () => {
    const greeting = await listen(
      createTcpServer(
        (socket) =>
          void socket
            .on('error', () => {})
            .resume()
            .end('220 mail.example.org\r\n'),
      ),
    );
    expect(await call(greeting)).toBe('The receiver does not use the protocol of the URL');
    expect(await call(greeting.replace('http:', 'https:'))).toBe('The receiver does not use the protocol of the URL');
    const closing = await listen(createTcpServer((socket) => void socket.destroy()));
    expect(await call(closing)).toBe('The receiver closed the connection before it responded');
  });
});
