import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, type ScriptedServer, type Step, startScriptedServer, steps } from './scripted-server.ts';
import { customers, type MailStage, openMailStage, plainServer } from './stage.ts';

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

/** How a confirmation ends that goes by a server with this fault, and how often the message came whole. */
async function confirmBy(step: Step, fault: Fault) {
  server = await startScriptedServer(step, fault);
  const worker = stage.openWorker({ ...plainServer(server.port), credentials: { user: 'me', pass: 'pa55' } });
  const channel = await stage.addChannel(customers);
  const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created');
  const { state, tries } = await stage.untilTried(worker, id);
  return { state, status: tries[0]?.status, whole: server.whole() };
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
