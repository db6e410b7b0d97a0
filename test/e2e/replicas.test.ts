import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyTables } from '../support/empty-tables.ts';
import { filePart } from '../support/form.ts';
import { type Replica, type Replicas, type SentForm, sendTo, startReplicas } from '../support/replicas.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';

let replicas: Replicas;

beforeAll(async () => {
  replicas = await startReplicas(3);
});

afterAll(() => replicas.close());

beforeEach(() =>
  emptyTables(replicas.pool, [
    'commission_requests',
    'request_events',
    'deliveries',
    'request_arrivals',
    'guard_proofs',
  ]),
);

const replicaAt = (index: number) => replicas.all[index % replicas.all.length] as Replica;

/** Sends all forms at once, in turn to each replica. Resolves when nothing waits for a verdict, with the statuses. */
async function sendAtOnce(forms: readonly SentForm[]): Promise<ReadonlySet<number>> {
  const statuses = await Promise.all(forms.map((form, index) => sendTo(replicaAt(index), form)));
  await expect.poll(() => countOf("commission_requests where hold = 'pending'")).toBe(0);
  return new Set(statuses);
}

async function countOf(text: string): Promise<number> {
  return (await replicas.pool.query(`select count(*)::int as count from ${text}`)).rows[0].count;
}

/** The numbers of signals by kind. */
async function signals(): Promise<object> {
  const text = 'select kind, count(*)::int as count from request_signals group by kind';
  const { rows } = await replicas.pool.query<{ kind: string; count: number }>(text);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Every process must know what was published before forms come. */
async function publishEverywhere(document: object): Promise<void> {
  const revisionOf = async ({ address }: Replica) => {
    const response = await fetch(`${address}/api/v1/catalogue`);
    return ((await response.json()) as { revision?: number }).revision;
  };
  await replicas.publish({ ...document, title: `${performance.now()}` });
  const newest = (await replicas.pool.query('select max(revision) as revision from studio_revisions')).rows[0].revision;
  for (const replica of replicas.all) await expect.poll(() => revisionOf(replica)).toBe(newest);
}

describe('a proof', () => {
  it('counts once when it is replayed on three replicas at once, and every form is stored', async () => {
    await publishEverywhere({ guard: { mode: 'hold' } });
    const proof = await solvedChallenge(replicaAt(0).address);
    const objects = replicas.objects();
    const forms = Array.from({ length: 30 }, (_, index) => ({
      proof,
      from: `10.0.${index}.1`,
      payload: { customerEmail: `person${index}@example.org` },
      // Forms with files are stored in several steps.
      files: index % 2 === 0 ? [filePart('a.png', `file ${index}`)] : [],
    }));
    expect(await sendAtOnce(forms)).toEqual(new Set([201]));
    expect(await countOf('submitted_commission_requests')).toBe(30);
    expect(await countOf('commission_requests where hold is null')).toBe(1);
    expect(await signals()).toEqual({ 'proof-used': 29 });
    expect(replicas.objects() - objects).toBe(15);
  });

  it('counts on every replica, whichever gave the challenge', async () => {
    await publishEverywhere({ guard: { mode: 'hold' } });
    const proofs = await Promise.all(replicas.all.map(({ address }) => solvedChallenge(address)));
    const forms = proofs.map((proof, index) => ({ proof, from: `10.1.${index}.1` }));
    // Each goes to the replica after the one that gave its challenge.
    expect(await sendAtOnce([...forms.slice(-1), ...forms.slice(0, -1)])).toEqual(new Set([201]));
    expect(await signals()).toEqual({});
  });
});

describe('two hundred submissions at once for the last places, over three replicas', () => {
  it('are stored and answered with 201, and exactly those over the number are marked late', async () => {
    await publishEverywhere({ opening: { requestLimit: 10, late: 'waitlist' } });
    const forms = Array.from({ length: 200 }, (_, index) => ({ from: `10.2.${index}.1` }));
    expect(await sendAtOnce(forms)).toEqual(new Set([201]));
    const late = () => countOf("commission_requests where arrival = 'full' and status = 'WAITLISTED'");
    await expect.poll(late).toBe(190);
    // Any ten of them: all came within a second.
    expect(await countOf('commission_requests where arrival is null')).toBe(10);
    expect(await countOf('commission_requests')).toBe(200);
  });
});

describe('a flood over three replicas', () => {
  it('is held from the eleventh request of a network within an hour', async () => {
    await publishEverywhere({ guard: { mode: 'hold' } });
    const forms: SentForm[] = [];
    for (let host = 1; host <= 30; host += 1) {
      const proof = await solvedChallenge(replicaAt(host).address);
      forms.push({ proof, from: `203.0.113.${host}`, payload: { customerEmail: `person${host}@example.org` } });
    }
    expect(await sendAtOnce(forms)).toEqual(new Set([201]));
    expect(await countOf('commission_requests where hold is null')).toBe(10);
    expect(await signals()).toEqual({ 'many-requests': 20 });
  });

  it('is held once its network has stored as much as a network may', async () => {
    await publishEverywhere({ guard: { mode: 'watch', networkMebibytes: 1 } });
    const files = [filePart('a.png', Buffer.alloc(300 * 1024))];
    const forms = Array.from({ length: 9 }, (_, host) => ({ from: `203.0.114.${host}`, files }));
    expect(await sendAtOnce(forms)).toEqual(new Set([201]));
    expect(await signals()).toEqual({ 'many-bytes': 6, 'proof-missing': 9 });
  });

  it('tells channels of so many requests in a minute in all, and owners once that there were more', async () => {
    await publishEverywhere({ guard: { mode: 'hold', toldPerMinute: 5 } });
    await replicas.pool.query(`
      insert into delivery_channels (id, name, kind, state, types, settings)
      values (gen_random_uuid(), 'A bot', 'webhook', 'held', '{request.created}', '{}')`);
    const forms: SentForm[] = [];
    for (let index = 0; index < 60; index += 1) {
      const proof = await solvedChallenge(replicaAt(index).address);
      forms.push({ proof, from: `10.3.${index}.1`, payload: { customerEmail: `person${index}@example.org` } });
    }
    expect(await sendAtOnce(forms)).toEqual(new Set([201]));
    expect(await countOf('commission_requests where hold is null')).toBe(60);
    expect(await countOf("deliveries where type = 'request.created'")).toBe(5);
    expect(await countOf("deliveries where facts ->> 'about' = 'crowd'")).toBe(1);
    expect(await countOf("request_events where kind = 'created'")).toBe(60);
  });
});

describe('a revision that one replica publishes', () => {
  const titleOf = async ({ address }: Replica) => {
    const response = await fetch(`${address}/api/v1/catalogue`);
    return ((await response.json()) as { title?: { en: string } }).title?.en;
  };

  async function secondsUntilServed(title: string): Promise<number> {
    const startedAt = performance.now();
    await Promise.all(replicas.all.map((replica) => expect.poll(() => titleOf(replica), { interval: 20 }).toBe(title)));
    return (performance.now() - startedAt) / 1000;
  }

  it('is served by the others within two seconds', async () => {
    await replicas.publish({ title: 'Lindenhof' }, replicaAt(0));
    expect(await secondsUntilServed('Lindenhof')).toBeLessThan(2);
  });

  it('is served within two seconds when the listening connections were cut', async () => {
    const listening = `
      from pg_stat_activity where datname = current_database() and query = 'listen commission_studio'`;
    const listeners = async () => (await replicas.pool.query(`select pid ${listening}`)).rowCount;
    await expect.poll(listeners).toBe(3);
    await replicas.pool.query(`select pg_terminate_backend(pid) ${listening}`);
    await replicas.publish({ title: 'After the cut' }, replicaAt(1));
    expect(await secondsUntilServed('After the cut')).toBeLessThan(2);
  });
});

// It is the last: one replica is gone afterwards.
describe('a replica that dies while requests wait for a verdict', () => {
  it('leaves them to the others', async () => {
    await publishEverywhere({ guard: { mode: 'hold' } });
    const sent = Array.from({ length: 60 }, (_, index) =>
      sendTo(replicaAt(index), { from: `10.4.${index}.1` }).catch(() => null),
    );
    await Promise.race(sent);
    await replicaAt(2).kill();
    const taken = (await Promise.all(sent)).filter((status) => status === 201).length;
    await expect.poll(() => countOf("commission_requests where hold = 'pending'")).toBe(0);
    expect(await countOf("commission_requests where hold = 'held'")).toBeGreaterThanOrEqual(taken);
    expect(await countOf('commission_requests where hold is null')).toBe(0);
  });
});
