import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDoctorChallenge, type DoctorChallenge } from '../../src/doctor/challenge.ts';

import { examine } from '../../src/doctor/examine.ts';
import { createProxyChecks } from '../../src/doctor/proxy/proxy-checks.ts';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import {
  formName,
  inboxName,
  type RunningProxy,
  type StartProxy,
  startCaddy,
  startNginx,
  startNginxWith,
} from './support/proxy.ts';

let service: TestService;
let port: number;
let inboxPort: number;
let proxy: RunningProxy | null = null;
/** The authority of the proxy's certificates. */
let authority: string;

beforeAll(async () => {
  port = await freePort();
  inboxPort = await freePort();
  service = await startService('127.0.0.1');
});

afterEach(async () => {
  await proxy?.close();
  proxy = null;
});

afterAll(() => service?.close());

function startService(trustedProxies: string): Promise<TestService> {
  return startTestService({
    INBOX: 'on',
    INBOX_PORT: String(inboxPort),
    INBOX_URL: `https://${inboxName}:${port}`,
    TRUSTED_PROXIES: trustedProxies,
  });
}

async function startInFront(start: StartProxy): Promise<void> {
  proxy = await start(port, await freePort(), { form: `127.0.0.1:${service.port}`, inbox: `127.0.0.1:${inboxPort}` });
  authority = await readFile(proxy.authority, 'utf8');
}

/** Resolves with the doctor's findings through the proxy: `<verdict> <check> <variable>: …`. */
function look(...names: readonly string[]): Promise<readonly string[]> {
  return lookWith(createDoctorChallenge(createLinkSecret(service.pool)), ...names);
}

async function lookWith(challenge: DoctorChallenge, ...names: readonly string[]): Promise<readonly string[]> {
  const checks = createProxyChecks({
    publicUrl: `https://${formName}:${port}/`,
    inboxUrl: `https://${inboxName}:${port}`,
    hasTrustedProxies: true,
    challenge: async () => challenge,
    connect: {
      ca: authority,
      localAddress: '127.0.0.5',
      lookup: (_name, options, callback) =>
        options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
    },
  });
  const lines: string[] = [];
  for (const check of checks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const { findings } = await examine(check, { limitMs: 30_000, signal: new AbortController().signal });
    lines.push(...findings.map(({ verdict, found }) => `${verdict} ${check.name} ${found}`));
  }
  return lines;
}

const responses = [
  'ok proxy.answers PUBLIC_URL: The address leads to this service',
  'ok proxy.answers INBOX_URL: The address leads to this service',
];

describe('the doctor', () => {
  it.each([
    { name: 'Caddy', start: startCaddy },
    { name: 'nginx', start: startNginx },
  ])('finds nothing wrong behind $name, whose certificates are new', async ({ start }) => {
    await startInFront(start);
    expect(await look()).toEqual([
      ...responses,
      expect.stringMatching(
        `^ok proxy.tls PUBLIC_URL: The certificate of ${formName}:${port} is trusted, and valid for \\d+ hours more`,
      ),
      expect.stringMatching(/^ok proxy\.tls INBOX_URL: /),
      'ok proxy.addresses PUBLIC_URL: The address of the client arrives',
      'ok proxy.addresses INBOX_URL: The address of the client arrives',
      'ok proxy.streaming INBOX_URL: The proxy does not buffer responses',
      'ok proxy.uploads PUBLIC_URL: A form of 105 MiB reaches the service, from its first byte',
    ]);
    expect(await service.stored()).toMatchObject({ requests: 0, intents: 0, objectFiles: 0, spoolFiles: 0 });
  });

  it('names the faults of an nginx with its default settings', async () => {
    await startInFront((...args) =>
      startNginxWith(
        [
          [/client_max_body_size 0;/, ''],
          [/proxy_request_buffering off;/, ''],
        ],
        ...args,
      ),
    );
    expect(await look('proxy.uploads')).toEqual([
      'wrong proxy.uploads PUBLIC_URL: The proxy rejects a form of 105 MiB, which the service accepts',
    ]);
  });

  it('names a proxy that buffers forms and responses', async () => {
    const collecting = 'proxy_ignore_headers X-Accel-Buffering; proxy_read_timeout 600s;';
    await startInFront((...args) =>
      startNginxWith(
        [
          [/proxy_request_buffering off;/, ''],
          [/proxy_read_timeout 600s;/g, collecting],
        ],
        ...args,
      ),
    );
    expect(await look('proxy.streaming', 'proxy.uploads')).toEqual([
      expect.stringContaining('warning proxy.streaming INBOX_URL: The proxy buffers responses'),
      expect.stringContaining('warning proxy.uploads PUBLIC_URL: The proxy buffers a whole form'),
    ]);
  });

  it('names a proxy that passes on, or loses, the address of the client', async () => {
    const header = /proxy_set_header X-Forwarded-For \$remote_addr;/;
    await startInFront((...args) =>
      startNginxWith(
        [
          [header, 'proxy_set_header X-Forwarded-For "";'],
          [header, 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'],
        ],
        ...args,
      ),
    );
    expect(await look('proxy.addresses')).toEqual([
      expect.stringContaining('wrong proxy.addresses PUBLIC_URL: The proxy does not send the address of the client'),
      expect.stringContaining('warning proxy.addresses INBOX_URL: X-Forwarded-For arrives as the client wrote it'),
    ]);
  });

  it('names a proxy without a service behind it, or with another one', async () => {
    const nothing = `server 127.0.0.1:${await freePort()};`;
    await startInFront((...args) => startNginxWith([[/server 127\.0\.0\.1:\d+;/, nothing]], ...args));
    const [away, here] = await look('proxy.answers');
    expect(away).toBe('wrong proxy.answers PUBLIC_URL: The proxy responds with 502: it does not reach the service');
    expect(here).toBe('ok proxy.answers INBOX_URL: The address leads to this service');
    const other = createDoctorChallenge(async () => createSecretKey(randomBytes(32)));
    expect((await lookWith(other, 'proxy.answers'))[1]).toContain('has another database');
    await proxy?.close();
    expect((await look('proxy.answers'))[0]).toContain(
      'wrong proxy.answers PUBLIC_URL: The address cannot be reached from here',
    );
  });

  it('names a proxy that is not trusted', async () => {
    await service.close();
    service = await startService('127.0.0.9');
    await startInFront(startNginx);
    const found = 'All clients appear to be the proxy at 127.0.0.1, because TRUSTED_PROXIES does not contain it';
    expect(await look('proxy.addresses')).toEqual([
      `warning proxy.addresses PUBLIC_URL: ${found}`,
      `warning proxy.addresses INBOX_URL: ${found}`,
    ]);
  });
});
