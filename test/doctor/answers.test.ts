import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDoctorChallenge } from '../../src/doctor/challenge.ts';
import { createProxyChecks } from '../../src/doctor/proxy/proxy-checks.ts';
import { type AnswerParts, createAnswersCheck } from '../../src/doctor/service/answers-check.ts';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, type TestService } from '../support/service.ts';

const form = { name: 'form', socketPath: null, variable: 'PORT', mayMove: false };
const inbox = { name: 'inbox', socketPath: null, variable: 'INBOX_PORT', mayMove: true };
const at = (port: number, path = '/') => new URL(path, `http://127.0.0.1:${port}`);

let service: TestService;

beforeEach(async () => {
  service = await startTestService({ INBOX: 'on', INBOX_PORT: '0', PUBLIC_PATH: '/studio/' });
});

afterEach(() => service.close());

/** Resolves with the findings: `<verdict> <sentence>`. */
async function look(listeners: AnswerParts['listeners'], pool = service.pool): Promise<readonly string[]> {
  const challenge = async () => createDoctorChallenge(createLinkSecret(pool));
  const findings = await createAnswersCheck({ listeners, challenge }).run(new AbortController().signal);
  return findings.map(({ verdict, found }) => `${verdict} ${found}`);
}

describe('the check whether the service answers', () => {
  it('has nothing against both listeners of one that runs', async () => {
    const inboxPort = Number(new URL(service.inboxAddress ?? '').port);
    expect(
      await look([
        { ...form, url: at(service.port, '/studio/') },
        { ...inbox, url: at(inboxPort) },
      ]),
    ).toEqual([`ok The form answers on 127.0.0.1:${service.port}`, `ok The inbox answers on 127.0.0.1:${inboxPort}`]);
  });

  it('names the listener that answers in the place of the other', async () => {
    const inboxPort = Number(new URL(service.inboxAddress ?? '').port);
    expect(await look([{ ...form, url: at(inboxPort) }])).toEqual([
      `wrong The inbox answers on 127.0.0.1:${inboxPort}, where the form should`,
    ]);
  });

  it('says that a stopped one does not answer', async () => {
    const port = await freePort();
    const stopped = `wrong The form does not answer on 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(await look([{ ...form, url: at(port) }])).toEqual([stopped]);
  });

  it('tells another program on the port from the service', async () => {
    const other = createServer((_request, response) => response.end('<h1>Another</h1>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(
        await look([
          { ...form, url: at(port) },
          { ...inbox, url: at(port) },
        ]),
      ).toEqual([
        `wrong Another program answers on 127.0.0.1:${port}`,
        `skipped Another program has 127.0.0.1:${port}: the log of the service names where the inbox is`,
      ]);
    } finally {
      other.close();
    }
  });

  it('warns of a service with another database', async () => {
    const another = await startTestService();
    try {
      expect(await look([{ ...form, url: at(service.port, '/studio/') }], another.pool)).toEqual([
        expect.stringMatching(/^warning The service on \S+ has another database/),
      ]);
    } finally {
      await another.close();
    }
  });

  it('is skipped for a port that the system chooses, and for a process that listens nowhere', async () => {
    expect(await look([{ ...form, url: null }])).toEqual([expect.stringMatching(/^skipped The port of the form/)]);
    expect(await look([])).toEqual(['skipped This process listens nowhere']);
  });

  it('says that a program which accepts connections and is silent does not answer', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const [found] = await look([{ ...form, url: at((silent.address() as AddressInfo).port) }]);
      expect(found).toMatch(/^wrong The form does not answer on/);
    } finally {
      silent.close();
    }
  });
});

describe('the check of the addresses that people use', () => {
  it('names the listener that an address leads to when it is the other one', async () => {
    const [proxyAnswers] = createProxyChecks({
      publicUrl: `${service.inboxAddress}/`,
      inboxUrl: `http://127.0.0.1:${service.port}/studio`,
      hasTrustedProxies: true,
      challenge: async () => createDoctorChallenge(createLinkSecret(service.pool)),
    });
    expect(await proxyAnswers?.run(new AbortController().signal)).toMatchObject([
      { verdict: 'wrong', found: 'PUBLIC_URL: The address leads to the inbox of this service, not to the form' },
      { verdict: 'wrong', found: 'INBOX_URL: The address leads to the form of this service, not to the inbox' },
    ]);
  });
});
