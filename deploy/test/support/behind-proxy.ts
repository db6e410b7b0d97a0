import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountLinks } from '../../../src/accounts/account-links.ts';
import { createApiTokens } from '../../../src/accounts/api-tokens.ts';
import { createPasswords } from '../../../src/accounts/passwords.ts';
import {
  encodeForm,
  filePart,
  formType,
  payloadPart,
  type RawPart,
  rawPayloadPart,
} from '../../../test/support/form.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { rawHead } from '../../../test/support/raw-request.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { fileRows, requestRow } from '../../../test/support/stored-submission.ts';
import { type CurlResponse, curl, streamByCurl } from './curl.ts';
import { formName, inboxName, type RunningProxy, type StartProxy } from './proxy.ts';

const mebibyte = 1024 * 1024;
const tenMebibytes = Buffer.alloc(10 * mebibyte, 'x');
const api = '/api/operator/v1';

const unknownPart: RawPart = {
  headers: ['Content-Disposition: form-data; name="rest"'],
  body: tenMebibytes.subarray(0, 5 * mebibyte),
};
const tenFiles = Array.from({ length: 10 }, (_, index) => filePart(`${index}.png`, tenMebibytes));
const elevenFiles = Array.from({ length: 11 }, (_, index) => filePart(`${index}.png`, 'x'));
/** Large enough that the client needs seconds to send it. */
const rest: RawPart = { ...unknownPart, body: Buffer.alloc(100 * mebibyte, 'x') };
const largest = encodeForm([payloadPart(), ...tenFiles, unknownPart]);

/** Registers the tests of one proxy, with its sample of `deploy/`, in front of a real service. */
export function describeBehindProxy(name: string, start: StartProxy): void {
  describe(`behind ${name}`, () => {
    let service: TestService;
    let proxy: RunningProxy;
    let port: number;
    let httpPort: number;
    let token: string;

    beforeAll(async () => {
      port = await freePort();
      const inboxPort = await freePort();
      service = await startTestService({
        INBOX: 'on',
        INBOX_PORT: String(inboxPort),
        INBOX_URL: `https://${inboxName}:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
      });
      httpPort = await freePort();
      proxy = await start(port, httpPort, {
        form: `127.0.0.1:${service.port}`,
        inbox: `127.0.0.1:${inboxPort}`,
      });
      const scopes = ['read', 'write'] as const;
      const tokens = createApiTokens(service.pool);
      token = (await tokens.create({ name: 'A program', scopes: [...scopes], expiresAt: null, createdBy: null }))
        .secret;
    });

    afterAll(async () => {
      await proxy?.close();
      await service?.close();
    });

    function reach(name: string, path: string): readonly string[] {
      return ['--cacert', proxy.authority, '--resolve', `${name}:${port}:127.0.0.1`, `https://${name}:${port}${path}`];
    }

    const toInbox = (path: string, ...args: string[]) => curl([...reach(inboxName, `${api}${path}`), ...args]);

    function submit(body: Buffer, ...args: string[]): Promise<CurlResponse> {
      const own = ['--header', `Content-Type: ${formType}`, '--data-binary', '@-', ...args];
      return curl([...reach(formName, '/api/v1/commissions'), ...own], [body]);
    }

    async function submitSmall(...args: string[]): Promise<string> {
      const { status, body } = await submit(encodeForm([payloadPart(), filePart('cat.png', 'cat')]), ...args);
      expect(status).toBe(201);
      return JSON.parse(body).id;
    }

    it('starts without a warning about the sample', async () => {
      // Caddy warns of two things that only this test makes: no administration, and certificates of its own.
      const isAboutSample = (line: string) =>
        /\[warn\]|"level":"warn"/.test(line) && !/"logger":"(admin|tls)"/.test(line);
      expect((await proxy.logged()).split('\n').filter(isAboutSample)).toEqual([]);
    });

    it.each(['1.1', '2'])('stores a request of 105 MiB over HTTP/%s', async (version) => {
      // Over HTTP/1.1, curl sends Expect: 100-continue before such a body.
      const { status, body, httpVersion } = await submit(largest, `--http${version}`);
      expect({ status, httpVersion }).toEqual({ status: 201, httpVersion: version });
      expect((await fileRows(service, JSON.parse(body).id)).length).toBe(10);
    });

    it('answers a client that waits for 100 Continue', async () => {
      await submitSmall('--http1.1', '--header', 'Expect: 100-continue', '--expect100-timeout', '60');
    });

    it.each([
      { verdict: 413, version: '--http1.1', parts: [payloadPart(), ...elevenFiles, rest] },
      { verdict: 413, version: '--http2', parts: [payloadPart(), ...elevenFiles, rest] },
      { verdict: 422, version: '--http1.1', parts: [payloadPart({}), rest] },
      { verdict: 422, version: '--http2', parts: [payloadPart({}), rest] },
    ])('lets a verdict of $verdict through to a client that still sends ($version)', async (early) => {
      const { verdict, version, parts } = early;
      const response = await submit(encodeForm(parts), version, '--limit-rate', '20M', '--header', 'Expect:');
      expect(response.status).toBe(verdict);
      expect(version).toBe(`--http${response.httpVersion}`);
      expect(JSON.parse(response.body).error).toEqual(expect.any(String));
    });

    it('passes a body on as it arrives, and does not write it to its disk', async () => {
      const client = await openTls();
      const body = encodeForm([rawPayloadPart('{'), rest]);
      client.write(rawHead({ headers: { host: `${formName}:${port}`, 'content-length': String(body.length) } }));
      // The verdict comes from the service, which has received the beginning. The end has not been sent.
      const { line, sent } = await sendUntilAnswered(client, body);
      expect(line).toContain(' 400 ');
      expect(sent).toBeLessThan(body.length / 2);
      expect(await proxy.openFiles()).toEqual([]);
    });

    it('passes on the client’s address, and not the one that it made up', async () => {
      const id = await submitSmall('--interface', '127.0.0.5', '--header', 'X-Forwarded-For: 203.0.113.9');
      expect((await requestRow(service, id)).ip_address).toBe('127.0.0.5');
    });

    it('serves IPv6 too', async () => {
      const response = await curl([
        ...['--cacert', proxy.authority, '--resolve', `${formName}:${port}:[::1]`],
        `https://${formName}:${port}/healthz`,
      ]);
      expect(response.status).toBe(200);
    });

    it('logs no link to a status page, not even as the page that a visitor comes from', async () => {
      const link = '/requests/QmFzZTY0-secret';
      const page = await curl([...reach(formName, link)]);
      expect(page).toMatchObject({ status: 404, headers: { 'referrer-policy': 'no-referrer' } });
      await curl([...reach(formName, '/favicon.ico'), '--referer', `https://${formName}${link}`]);
      await curl([...reach(formName, `${link}/?lang=de`), '--http1.1', '--header', 'X-Large: '.padEnd(20_000, 'x')]);
      await curl([...reach(formName, '/%72equests/QmFzZTY0-secret')]);
      const plain = ['--resolve', `${formName}:${httpPort}:127.0.0.1`, `http://${formName}:${httpPort}${link}`];
      await curl(plain);
      expect(await proxy.logged()).not.toContain('QmFzZTY0-secret');
    });

    it('has the inbox on a name of its own', async () => {
      expect((await curl([...reach(formName, `${api}/requests`)])).status).toBe(404);
      expect((await curl([...reach(inboxName, '/api/v1/limits')])).status).toBe(404);
      expect((await toInbox('/requests')).status).toBe(401);
      const page = await curl([...reach(inboxName, '/sign-in')]);
      expect({ status: page.status, httpVersion: page.httpVersion }).toEqual({ status: 200, httpVersion: '2' });
    });

    it('lets people sign in, with a secure cookie and their address', async () => {
      const link = await createAccountLinks(service.pool, createPasswords()).renewSetUp();
      const account = { token: link, name: 'Ann', email: 'ann@example.org', password: 'a kettle full of rain' };
      const from = ['--interface', '127.0.0.6', '--header', `Origin: https://${inboxName}:${port}`];
      const sent = ['--header', 'Content-Type: application/json', '--data', JSON.stringify(account)];
      const accepted = await toInbox('/links/accept', ...from, ...sent);
      expect(accepted.status).toBe(201);
      const cookie = accepted.headers['set-cookie']?.split(';')[0] ?? '';
      expect(cookie).toMatch(/^__Host-/);
      const sessions = JSON.parse((await toInbox('/sessions', '--header', `Cookie: ${cookie}`)).body);
      expect(sessions.items[0].ipAddress).toBe('127.0.0.6');
    });

    it('lets a change name the ETag of a compressed response', async () => {
      const id = await submitSmall();
      const seen = await toInbox(`/requests/${id}`, ...bearer());
      expect(seen).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
      const change = (tag: string, status: string) =>
        toInbox(
          `/requests/${id}`,
          ...['--request', 'PATCH', ...bearer(), '--header', `If-Match: ${tag}`],
          ...['--header', 'Content-Type: application/json', '--data', JSON.stringify({ status })],
        );
      const tag = seen.headers.etag ?? '';
      expect((await change(tag, 'ACCEPTED')).status).toBe(200);
      expect((await change(tag, 'DECLINED')).status).toBe(412);
    });

    it('sends the events of the inbox as they happen', async () => {
      const stream = streamByCurl([...reach(inboxName, `${api}/stream`), ...bearer(), '--http2']);
      await expect.poll(stream.received).toContain('retry:');
      const id = await submitSmall();
      await expect.poll(stream.received).toContain(id);
      await stream.leave();
    });

    function bearer(): readonly string[] {
      return ['--header', `Authorization: Bearer ${token}`];
    }

    async function openTls(): Promise<TLSSocket> {
      const ca = await readFile(proxy.authority);
      const socket = connect({ host: '127.0.0.1', port, servername: formName, ca, ALPNProtocols: ['http/1.1'] });
      await once(socket, 'secureConnect');
      return socket;
    }
  });
}

/**
 * Sends the body slowly. Resolves with the first line of the response, and the number of bytes sent until it arrived.
 */
async function sendUntilAnswered(client: TLSSocket, body: Buffer): Promise<{ line: string; sent: number }> {
  let sent = 0;
  const pieceBytes = 64 * 1024;
  const sending = setInterval(() => {
    client.write(body.subarray(sent, sent + pieceBytes));
    sent += pieceBytes;
  }, 25);
  try {
    const [chunk] = (await once(client, 'data', { signal: AbortSignal.timeout(40_000) })) as [Buffer];
    return { line: chunk.toString('latin1').split('\r\n')[0] ?? '', sent };
  } finally {
    clearInterval(sending);
    client.destroy();
  }
}
