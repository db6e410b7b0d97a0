import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { guardedArrival } from '../../src/intake/submission/guarded-arrival.ts';
import { createKeyRing } from '../../src/platform/secrets/key-ring.ts';
import { fillSearchRows } from '../../src/requests/inbox/search-index.ts';
import { createChallenges } from '../../src/triage/guard/challenges.ts';
import { createJudge } from '../../src/triage/judge.ts';
import { createOpeningWatch } from '../../src/triage/watch-opening.ts';
import { storeChannel } from '../deliveries/rows.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { fixedStudio } from '../support/fixed-studio.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { storeOpeningNotice } from '../support/opening-notice.ts';
import { publishAt, publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type BackupStage, openBackupStage, openRestoreStage, type RestoreStage } from './backup-stage.ts';

let source: BackupStage;
let target: RestoreStage;
let mails: MailServer;
let copy: TestService | null;

beforeEach(async () => {
  source = await openBackupStage(await filesystemStore());
  target = await openRestoreStage();
  mails = await startMailServer();
  copy = null;
});

afterEach(async () => {
  await copy?.close();
  await target.close();
  await source.close();
  await mails.close();
});

const closed = { mode: 'closed', late: 'decline' };

/** Makes a closed form with a request that it declined and an operator took back, and with somebody who waits. */
async function makeService({ pool }: BackupStage['stores']): Promise<void> {
  await publishStudio(pool, { opening: closed });
  const secret = createSecretKey(randomBytes(32));
  const challenges = createChallenges(async () => secret);
  const parts = { pool, studio: fixedStudio(), file: null };
  await createOpeningWatch(parts)();
  await source.submit('vera@example.org');
  await pool.query("update commission_requests set judging = 'opening', arrived_at = created_at");
  await createJudge({ ...parts, challenges, secret: async () => secret }).judge();
  expect(await statuses(pool)).toEqual(['DECLINED']);
  await pool.query("update commission_requests set status = 'NEW', created_at = created_at - interval '8 days'");
  await pool.query(`
    insert into operators (id, email, email_key, name, role)
    values (gen_random_uuid(), 'owner@example.org', 'owner@example.org', 'Owner', 'owner')`);
  await storeOpeningNotice(pool, 'zoe@example.net', { language: 'en', confirmedAt: new Date() });
  await storeChannel(pool, { types: ['request.status_changed', 'studio.opened', 'studio.closed'] });
}

const statuses = async (pool: Pool) =>
  (await pool.query('select status from commission_requests order by id')).rows.map(({ status }) => status);

/** Resolves with what upkeep could change of what was restored. */
async function restored() {
  const read = async (text: string) => (await target.pool.query(text)).rows;
  return {
    requests: await read('select id, status, arrival, version from commission_requests order by id'),
    events: await read(
      'select request_id, kind, "to" from request_events where request_id is not null order by epoch, tx, seq',
    ),
    deliveries: await read('select type, state from deliveries order by id'),
    waiting: await read('select email, told_at from opening_notices'),
  };
}

async function startCopy(): Promise<TestService> {
  copy = await startTestService({
    DATABASE_URL: String(target.pool.options.connectionString),
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Studio <studio@example.org>',
    PUBLIC_URL: 'https://example.org/',
    INBOX: 'on',
    ROLES: 'intake,upkeep',
  });
  return { ...copy, pool: target.pool };
}

/** Sends a request, and resolves when it is judged and the opening was checked. */
async function passUpkeep({ endpoint }: TestService): Promise<void> {
  expect((await postParts(endpoint, [payloadPart(validPayload)])).status).toBe(201);
  const unjudged = 'select from commission_requests where judging is not null';
  await expect.poll(async () => (await target.pool.query(unjudged)).rowCount).toBe(0);
  await createOpeningWatch({ pool: target.pool, studio: fixedStudio(), file: null })();
}

describe('a restored copy', () => {
  it('judges no request again, and sends nothing', async () => {
    await makeService(source.stores);
    await source.backUp();
    await target.restore(source.folder);
    const before = await restored();
    expect(before.requests).toMatchObject([{ status: 'NEW', arrival: 'closed' }]);
    await passUpkeep(await startCopy());
    const after = await restored();
    expect(after.requests.slice(0, 1)).toEqual(before.requests);
    expect(after.events.filter(({ request_id }) => request_id === before.requests[0]?.id)).toEqual(before.events);
    expect(after.waiting).toEqual(before.waiting);
    // Of the new request alone, which the closed form declines.
    expect(after.deliveries).toEqual([{ type: 'request.status_changed', state: 'pending' }]);
    expect(mails.received).toEqual([]);
  });

  it('judges a request that waited for the guard by its proof and its text, without its address', async () => {
    const { pool } = source.stores;
    await publishStudio(pool, { guard: { mode: 'hold' } });
    await source.submit('vera@example.org');
    const waiting = guardedArrival('203.0.113.7', new Date(), null);
    await pool.query("update commission_requests set hold = 'pending', judging = 'guard', guard = $1", [waiting]);
    const { generation } = await source.backUp();
    const rows = await readFile(join(source.folder.path, 'generations', generation, 'tables/commission_requests.copy'));
    expect(rows.toString()).not.toContain('203.0.113');
    await target.restore(source.folder);
    const secret = async () => createSecretKey(randomBytes(32));
    const judge = {
      pool: target.pool,
      studio: fixedStudio(),
      file: null,
      challenges: createChallenges(secret),
      secret,
    };
    await createJudge(judge).judge();
    const text =
      'select r.hold, r.guard, s.kind from commission_requests r join request_signals s on s.request_id = r.id';
    expect((await target.pool.query(text)).rows).toEqual([{ hold: 'held', guard: null, kind: 'proof-missing' }]);
  });

  it('finds the requests that the guard held', async () => {
    await makeService(source.stores);
    await source.stores.pool.query("update commission_requests set hold = 'held'");
    await source.backUp();
    await target.restore(source.folder);
    await fillSearchRows(target.pool, new AbortController().signal);
    const { rows } = await target.pool.query("select from request_search where text like '%vera@example.org%'");
    expect(rows).toHaveLength(1);
  });

  it('mails those who wait for the opening once, and not before its deliveries are released', async () => {
    await makeService(source.stores);
    await source.backUp();
    await target.restore(source.folder);
    const service = await startCopy();
    const { pool } = target;
    await passUpkeep(service);
    const asked = await fetch(`${service.address}/api/v1/opening-notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'mia@example.net', language: 'en' }),
    });
    expect(asked.status).toBe(202);
    await publishAt([service], { opening: { mode: 'open' } });
    await passUpkeep(service);
    await publishAt([service], { opening: closed });
    await passUpkeep(service);
    const notices = async () => (await pool.query("select facts from deliveries where type = 'notice'")).rows;
    expect(await notices()).toMatchObject([{ facts: { about: 'confirm' } }]);
    expect(mails.received).toEqual([]);

    await createChannels(
      pool,
      createKeyRing(async () => []),
    ).release();
    await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([['mia@example.net']]);
    for (const mode of ['open', 'closed', 'open']) {
      await publishAt([service], { opening: { ...closed, mode } });
      await passUpkeep(service);
    }
    await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([['mia@example.net'], ['zoe@example.net']]);
    await expect.poll(async () => (await restored()).waiting).toMatchObject([{ email: 'mia@example.net' }]);
  });
});
