import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSmtpTransport, type SmtpOptions } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import {
  type Fault,
  refusedAddress,
  type ScriptedServer,
  type Step,
  startScriptedServer,
  steps,
} from './scripted-server.ts';
import { customers, from, type MailStage, openMailStage, plainServer } from './stage.ts';

let stage: MailStage;
let server: ScriptedServer;

beforeAll(async () => {
  stage = await openMailStage();
});

afterEach(async () => {
  await stage.pool.query('delete from delivery_channels; delete from deliveries');
  await server.close();
});

afterAll(() => stage.close());

const withPassword = (port: number): SmtpOptions => ({
  ...plainServer(port),
  credentials: { user: 'me', pass: 'pa55' },
});
const byStartTls = (port: number): SmtpOptions => ({ ...withPassword(port), tls: 'required', verifiesTls: false });

let stored = 0;

/** Stores a request of another customer, because each gets one confirmation. */
async function storeNext(): Promise<string> {
  stored += 1;
  return stage.inbox.store({ email: `customer-${stored}@example.org` });
}

/**
 * Sends a confirmation through a server with this fault. Resolves with the result and with how often the whole message
 * arrived.
 */
async function confirmBy(step: Step, fault: Fault, options = withPassword) {
  server = await startScriptedServer(step, fault);
  const worker = stage.openWorker(options(server.port));
  const channel = await stage.addChannel(customers);
  const id = await stage.makeDelivery(channel, await storeNext(), 'request.created');
  const { state, attempts } = await stage.untilTried(worker, id);
  return { state, status: attempts[0]?.status, whole: server.whole() };
}

const whole = (step: Step) => (step === 'message' ? 1 : 0);

describe('a mail server that', () => {
  it.each(steps)('refuses for a while at the %s is tried again', async (step) => {
    const ended = await confirmBy(step, '421 Later');
    expect(ended).toEqual({ state: 'pending', status: 421, whole: whole(step) });
  });

  it.each(['MAIL', 'RCPT', 'DATA', 'message'] as const)('refuses for good at the %s has failed it', async (step) => {
    const ended = await confirmBy(step, '554 No');
    expect(ended).toEqual({ state: 'failed', status: 554, whole: whole(step) });
  });

  it.each([
    ['greeting', '554 No service here'],
    ['AUTH', '535 Wrong password'],
    ['MAIL', '530 Sign in first'],
    ['MAIL', '538 Encrypt first'],
  ] as const)('refuses whoever connects, at the %s by %s, is tried again: it can be put right', async (step, fault) => {
    const ended = await confirmBy(step, fault);
    expect(ended).toEqual({ state: 'pending', status: Number(fault.slice(0, 3)), whole: 0 });
  });

  it.each(steps.filter((step) => step !== 'message'))(
    'breaks off, or answers nonsense, at the %s is tried again',
    async (step) => {
      for (const fault of ['a closed connection', 'What is this?'] as const) {
        const ended = await confirmBy(step, fault);
        expect(ended).toMatchObject({ state: 'pending', whole: 0 });
        await server.close();
      }
    },
  );

  it.each(['a closed connection', 'What is this?', 'nothing'] as const)(
    'has the message and answers %j may have taken it, and gets it once',
    async (fault) => {
      expect(await confirmBy('message', fault)).toEqual({ state: 'uncertain', status: null, whole: 1 });
    },
  );
});

describe('a service that is stopped', () => {
  it.each([
    ['greeting', 'pending'],
    ['RCPT', 'pending'],
    ['DATA', 'pending'],
    ['message', 'uncertain'],
  ] as const)('leaves its mail, while a server is silent at the %s, %s', async (step, state) => {
    server = await startScriptedServer(step, 'nothing');
    const worker = stage.openWorker(withPassword(server.port));
    const channel = await stage.addChannel(customers);
    const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created');
    await worker.wake();
    await expect.poll(() => server.taken).toContain(step);
    await worker.close();
    expect(await stage.detail(id)).toMatchObject({ state, attemptCount: 1 });
    expect(server.whole()).toBe(whole(step));
  });
});

describe('STARTTLS that a server', () => {
  it.each(['454 TLS is not there for now', '554 No TLS'] as const)('refuses by %s is tried again', async (fault) => {
    const status = Number(fault.slice(0, 3));
    expect(await confirmBy('STARTTLS', fault, byStartTls)).toEqual({ state: 'pending', status, whole: 0 });
    expect(server.taken).not.toContain('AUTH');
  });

  it.each(['a closed connection', 'What is this?', 'a handshake that is cut', 'garbage for a handshake'] as const)(
    'answers by %s is tried again, and nothing is said in the clear',
    async (fault) => {
      expect(await confirmBy('STARTTLS', fault, byStartTls)).toMatchObject({ state: 'pending', whole: 0 });
      // A busy machine may see the next attempt too.
      expect(server.taken.slice(0, 3)).toEqual(['greeting', 'EHLO', 'STARTTLS']);
      expect(new Set(server.taken)).toEqual(new Set(['greeting', 'EHLO', 'STARTTLS']));
    },
  );

  it('answers with more than was asked is used, and what came in the clear is not believed', async () => {
    const ended = await confirmBy('STARTTLS', 'an answer too many', byStartTls);
    expect(ended).toEqual({ state: 'delivered', status: 250, whole: 1 });
    expect(server.taken.slice(3)).toEqual(
      ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'].map((step) => `${step} by TLS`),
    );
  });
});

describe('a connection behind a mail', () => {
  async function confirm(worker: Awaited<ReturnType<MailStage['openWorker']>>): Promise<string> {
    const channel = await stage.addChannel(customers);
    const id = await stage.makeDelivery(channel, await storeNext(), 'request.created');
    return (await stage.untilTried(worker, id)).state;
  }

  it('ends with the answer and has delivered it once, and so has the next one', async () => {
    server = await startScriptedServer('message', 'the usual, and a closed connection');
    const worker = stage.openWorker(plainServer(server.port));
    expect([await confirm(worker), await confirm(worker)]).toEqual(['delivered', 'delivered']);
    expect(server.whole()).toBe(2);
  });

  it.each(['a closed connection', '500 What?', 'What is this?'] as const)(
    'is not used for the next one where a mail was refused and RSET is answered by %j',
    async (fault) => {
      server = await startScriptedServer('RSET', fault);
      const transport = createSmtpTransport(plainServer(server.port));
      try {
        const { signal } = new AbortController();
        const refused = { status: 550, isFinal: true };
        await expect(transport.send(mailTo(refusedAddress), signal)).rejects.toMatchObject(refused);
        expect((await transport.send(mailTo('zoe@example.org'), signal)).response).toBe('250 Taken');
        expect(server.taken.filter((step) => step === 'greeting')).toHaveLength(2);
        expect(server.taken).toContain('RSET');
        expect(server.whole()).toBe(1);
      } finally {
        await transport.close();
      }
    },
  );

  it.each(['a closed connection', '421 Bye', '500 What?', 'nothing', 'What is this?'] as const)(
    'answers its QUIT by %j and has delivered it once, and the next mail goes by another one',
    async (fault) => {
      server = await startScriptedServer('QUIT', fault);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const transport = createSmtpTransport(plainServer(server.port));
      try {
        const { signal } = new AbortController();
        expect((await transport.send(mailTo('zoe@example.org'), signal)).response).toBe('250 Taken');
        await new Promise((resolve) => setImmediate(resolve));
        vi.advanceTimersByTime(6000);
        vi.useRealTimers();
        await expect.poll(() => server.taken).toContain('QUIT');
        expect((await transport.send(mailTo('ida@example.org'), signal)).response).toBe('250 Taken');
        expect(server.taken.filter((step) => step === 'greeting')).toHaveLength(2);
        expect(server.whole()).toBe(2);
      } finally {
        vi.useRealTimers();
        await transport.close();
      }
    },
  );

  it.each(['a closed connection', '500 What?'] as const)(
    'is well for an examination whose QUIT is answered by %j',
    async (fault) => {
      server = await startScriptedServer('QUIT', fault);
      const transport = createSmtpTransport(plainServer(server.port));
      await transport.verify();
      await transport.close();
    },
  );
});

function mailTo(address: string) {
  return {
    messageId: 'one@example.org',
    logo: null,
    from,
    message: {
      to: [{ name: '', address }],
      replyTo: null,
      subject: 'Hello',
      text: 'Hello',
      html: null,
      unsubscribe: null,
    },
  };
}
