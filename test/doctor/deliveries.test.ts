import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReceiverReach } from '../../src/deliveries/channels/create-channel-reach.ts';
import type { ChannelHealth } from '../../src/deliveries/health/health-shape.ts';
import { createDeliveryChecks } from '../../src/doctor/deliveries/delivery-checks.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createNewKeyRing, type DeliveriesStage, openDeliveriesStage } from '../deliveries/stage.ts';
import { addWebhook as add } from '../support/add-channel.ts';
import { freePort } from '../support/free-port.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';

let stage: DeliveriesStage;
let servers: Server[] = [];

beforeAll(async () => {
  stage = await openDeliveriesStage();
});

afterAll(() => stage.close());

afterEach(async () => {
  for (const server of servers) server.close();
  servers = [];
  await stage.pool.query("update delivery_channels set state = 'removed', sealed = null");
});

interface Reach {
  readonly allowsPrivate?: boolean;
  readonly keyRing?: DeliveriesStage['keyRing'];
}

async function runCheck(name: string, { allowsPrivate = true, keyRing = stage.keyRing }: Reach = {}) {
  const receivers = createReceiverReach({ pool: stage.pool, keyRing, allowsPrivate });
  const check = createDeliveryChecks(async () => ({ deliveries: stage.deliveries, receivers })).find(
    (found) => found.name === name,
  );
  if (check === undefined) throw new Error(`There is no check ${name}`);
  return (await examine(check, { limitMs: 30_000, signal: new AbortController().signal })).findings;
}

async function addWebhook(url: string, verifiesTls = true): Promise<string> {
  return (await add(stage.channels, { name: 'Bot', url: new URL(url), verifiesTls })).id;
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the doctor of deliveries', () => {
  it('reaches a webhook and sends nothing', async () => {
    let bytes = 0;
    const port = await listen(
      createServer((socket) => socket.on('data', (chunk) => (bytes += chunk.length)).on('error', () => {})),
    );
    await addWebhook(`http://127.0.0.1:${port}/hook`);
    expect(await runCheck('webhooks.reach')).toEqual([{ verdict: 'ok', found: 'Bot can be reached' }]);
    expect(bytes).toBe(0);
  });

  it('says why a webhook cannot be reached', async () => {
    const id = await addWebhook(`http://127.0.0.1:${await freePort()}/hook`);
    expect(await runCheck('webhooks.reach')).toMatchObject([
      {
        verdict: 'wrong',
        found: 'Bot: Nothing listens at the address of the receiver',
        command: `commissions channels test ${id}`,
      },
    ]);
    expect(await runCheck('webhooks.reach', { allowsPrivate: false })).toMatchObject([
      { verdict: 'wrong', found: expect.stringContaining('DELIVERY_ALLOW_PRIVATE=true') },
    ]);
  });

  it('reports a certificate of a webhook that no authority vouches for, unless that is wanted', async () => {
    const port = await listen(createHttpsServer({ key: tlsKey, cert: tlsCertificate }));
    const id = await addWebhook(`https://127.0.0.1:${port}/hook`);
    expect(await runCheck('webhooks.reach')).toMatchObject([
      { verdict: 'wrong', found: 'Bot: The certificate of the receiver is self-signed' },
    ]);
    await stage.channels.change(id, { verifiesTls: false });
    expect(await runCheck('webhooks.reach')).toMatchObject([{ verdict: 'ok' }]);
  });

  it('says that the secret of a webhook is lost', async () => {
    const id = await addWebhook('https://bot.example.org/hook');
    expect(await runCheck('webhooks.reach', { keyRing: createNewKeyRing() })).toMatchObject([
      { verdict: 'wrong', command: `commissions channels rotate-secret ${id} --url <url>` },
    ]);
  });

  it('passes on how the channels are', async () => {
    const id = await addWebhook('https://bot.example.org/hook');
    expect(await runCheck('deliveries.health')).toMatchObject([
      { verdict: 'ok', found: 'No delivery to Bot was attempted lately' },
    ]);
    await stage.channels.change(id, { state: 'held' });
    expect(await runCheck('deliveries.health')).toMatchObject([
      { verdict: 'warning', command: `commissions channels enable ${id}` },
    ]);
  });

  it.each([
    ['failing', 'warning', 'no-connection'],
    ['failing', 'warning', 'not-composed'],
    ['broken', 'wrong', null],
    ['healthy', 'ok', null],
    ['disabled', 'ok', null],
  ] as const)('takes a channel that is %s for: %s (%s)', async (verdict, expected, lastCause) => {
    const channel = { id: '084a545e-528b-4772-a8ea-203ff841dbd9', name: 'Operators', kind: 'mail' } as const;
    const failingSince = new Date('2026-11-22T10:00:00Z');
    const lastDetail = 'It is away';
    const unused = { lastDeliveredAt: null, waiting: 3, leftOut: 0, ownersNotifiedAt: null };
    const health = async () => [{ channel, verdict, failingSince, lastDetail, lastCause, ...unused }];
    const receivers = { tryAll: async () => [] };
    const checks = createDeliveryChecks(async () => ({ deliveries: { health }, receivers }));
    const [finding] = (await checks.at(-1)?.run(new AbortController().signal)) ?? [];
    expect(finding?.verdict).toBe(expected);
    if (expected !== 'ok') expect(finding?.found).toContain('It is away');
    if (lastCause !== null)
      expect(finding?.remedy).toMatch(
        lastCause === 'not-composed' ? /^Correct the cause in the message/ : /doctor --only mail/,
      );
  });

  it('judges a channel whose last attempt went with an erased request', async () => {
    const channel = { id: 'c', kind: 'mail', name: 'Operators' } as ChannelHealth['channel'];
    const failingSince = new Date();
    const known = {
      lastDeliveredAt: null,
      lastDetail: null,
      lastCause: 'not-composed',
      ownersNotifiedAt: null,
      waiting: 0,
      leftOut: 0,
    };
    const health = async () => [{ channel, verdict: 'failing', failingSince, ...known } as ChannelHealth];
    const checks = createDeliveryChecks(async () => ({
      deliveries: { health },
      receivers: { tryAll: async () => [] },
    }));
    const check = checks.find(({ name }) => name === 'deliveries.health');
    expect(await check?.run(new AbortController().signal)).toMatchObject([
      { found: 'Operators: the last attempt failed', remedy: 'Run commissions doctor --only mail' },
    ]);
  });

  it('has nothing to say without channels, without a database, and while it is away', async () => {
    expect(await runCheck('webhooks.reach')).toMatchObject([{ verdict: 'skipped' }]);
    expect(await runCheck('deliveries.health')).toMatchObject([{ verdict: 'skipped' }]);
    const { signal } = new AbortController();
    for (const open of [async () => null, () => Promise.reject(new Error('away'))]) {
      for (const check of createDeliveryChecks(open))
        expect(await check.run(signal)).toMatchObject([{ verdict: 'skipped' }]);
    }
  });
});
