import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing } from '../../src/platform/secrets/key-ring.ts';

/** A webhook channel for every request, with the webhooks that it received. */
export interface WebhookWatch {
  /** Ends the leases of killed processes and the pauses of failed deliveries. */
  makeDue(): Promise<void>;
  /** Resolves with the faults in the deliveries of the visible requests. Called when no submission is in progress. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A delivery with its request. Either one is null when it has no counterpart. */
interface Row {
  readonly id: string | null;
  readonly state: string | null;
  readonly shown: string | null;
}

/** A younger try may still be in progress. An attempt takes a moment, and a living process keeps its lease. */
const youngMs = 5000;
const leaseMs = 60_000;
const patienceMs = 60_000;
const pollMs = 200;

export async function startWebhookWatch(pool: Pool, secretsKey: string): Promise<WebhookWatch> {
  /** The number of arrivals of each id. */
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    received.set(id, (received.get(id) ?? 0) + 1);
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const channels = createChannels(
    pool,
    createKeyRing(async () => keysOf([secretsKey])),
  );
  await channels.add({
    kind: 'webhook',
    name: 'The trial',
    url: `http://127.0.0.1:${port}/`,
    format: 'standard',
    types: ['request.created'],
    fields: ['message'],
    verifiesTls: true,
    createdBy: null,
  });

  async function makeDue(): Promise<void> {
    await pool.query("update deliveries set due_at = now() where state = 'pending' and due_at > now()");
    await pool.query(
      `update deliveries set lease_until = now()
       where state = 'sending' and lease_until < now() + $1 * interval '1 millisecond'`,
      [leaseMs - youngMs],
    );
  }

  async function areUnderWay(): Promise<boolean> {
    const text = "select exists (select from deliveries where state in ('pending', 'sending')) as found";
    return (await pool.query<{ found: boolean }>(text)).rows[0]?.found === true;
  }

  return {
    makeDue,
    async faults() {
      for (const giveUpAt = Date.now() + patienceMs; await areUnderWay(); await sleep(pollMs)) {
        if (Date.now() > giveUpAt) return ['Deliveries do not come to their end'];
        await makeDue();
      }
      const text = `
        select d.id, d.state, r.id as shown
        from deliveries d full join submitted_commission_requests r on r.id = d.request_id`;
      const { rows } = await pool.query<Row>(text);
      const faults = rows.flatMap((row) => faultOf(row) ?? []);
      const requests = rows.map(({ shown }) => shown);
      return new Set(requests).size === requests.length ? faults : [...faults, 'A request has more than one delivery'];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function faultOf({ id, state, shown }: Row): string | null {
    if (id === null) return `The request ${shown} is shown and has no delivery`;
    if (shown === null) return `The delivery ${id} has no request`;
    if (state !== 'delivered') return `The delivery ${id} is ${state}`;
    return received.has(id) ? null : `The delivery ${id} is delivered and was never received`;
  }
}
