import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServedOpening } from '../../src/studio/catalogue/opening-shape.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { type MovedClock, makeMovedClock } from '../support/moved-clock.ts';
import { startDatabaseWith } from '../support/moved-database.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const minutesAfter = (at: number, minutes: number) => new Date(at + minutes * 60 * secondMs);

let folder: ServiceFolder;
let clock: MovedClock;
let database: TestDatabase;
let pool: Pool;
let address: string;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => {
  expect(await folder.remove()).toEqual([]);
  await pool.end();
  await database.drop();
  await clock.remove();
});

function usePool(): void {
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => {});
}

async function look() {
  const response = await fetch(`${address}/api/v1/availability`);
  const { state, opensAt } = (await response.json()) as ServedOpening;
  return { state, opensAt, at: Date.parse(response.headers.get('date') ?? '') };
}

const stateNow = async () => (await look()).state;

/** Resolves with the service's time at the first look that finds this state. It may be up to a second old. */
async function untilIn(state: ServedOpening['state']): Promise<number> {
  let seen = await look();
  await expect
    .poll(
      async () => {
        seen = await look();
        return seen.state;
      },
      { interval: 50 },
    )
    .toBe(state);
  return seen.at;
}

async function send(message: string): Promise<void> {
  const { status } = await postParts(`${address}/api/v1/commissions`, [payloadPart({ ...validPayload, message })]);
  expect(status).toBe(201);
}

/** Resolves with how each request arrived, by its message, once all of them are judged. */
async function arrivals(): Promise<Record<string, string | null>> {
  const waiting = 'select from commission_requests where judging is not null';
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0);
  const { rows } = await pool.query<{ message: string; arrival: string | null }>(
    'select message, arrival from commission_requests order by id',
  );
  return Object.fromEntries(rows.map(({ message, arrival }) => [message, arrival]));
}

const isFollowed = async () => (await pool.query('select from opening_state')).rowCount === 1;

describe.each([
  { zone: 'Europe/Berlin', change: '2027-03-28T01:00:00Z', opensAt: '2027-03-28T02:30:00+01:00' },
  { zone: 'Pacific/Auckland', change: '2027-09-25T14:00:00Z', opensAt: '2027-09-26T02:30:00+12:00' },
])('a form in $zone that opens in the hour which the clocks skip', ({ zone, change, opensAt }) => {
  const changeMs = Date.parse(change);
  const closesAt = minutesAfter(changeMs, 60).toISOString();

  it('opens and closes at its instants while the machine’s clock is moved through that night', async () => {
    clock = await makeMovedClock(minutesAfter(changeMs, -1));
    database = await startDatabaseWith(clock.env);
    usePool();
    const file = join(folder.path, 'studio.json');
    const opening = { mode: 'scheduled', opensAt, closesAt, timeZone: zone };
    await writeFile(file, JSON.stringify({ opening }));
    address = await folder.start({ ...clock.env, TZ: zone, DATABASE_URL: database.url, CATALOGUE_FILE: file }).address;
    await expect.poll(isFollowed).toBe(true);

    await clock.set(new Date(changeMs - secondMs));
    expect(await look()).toMatchObject({ state: 'closed', opensAt: minutesAfter(changeMs, 30).toISOString() });
    await send('before the change');
    await expect.poll(async () => (await look()).at >= changeMs, { interval: 50 }).toBe(true);
    await send('after the change');
    expect(await stateNow()).toBe('closed');

    await clock.set(new Date(changeMs + hourMs / 2 - 3 * secondMs));
    expect(await untilIn('open')).toBeGreaterThanOrEqual(Date.parse(opensAt) - secondMs);
    await send('open');
    await clock.set(new Date(changeMs + hourMs - 3 * secondMs));
    expect(await untilIn('closed')).toBeGreaterThanOrEqual(Date.parse(closesAt) - secondMs);
    await send('after the end');

    // Set back, as by somebody who takes it for an hour fast.
    await clock.set(minutesAfter(changeMs, 45));
    await untilIn('open');
    await send('open again');
    expect(await arrivals()).toEqual({
      'before the change': 'closed',
      'after the change': 'closed',
      open: null,
      'after the end': 'closed',
      'open again': null,
    });
  });
});

describe('a service whose clock differs from the database’s', () => {
  it('shows the form by its own, and judges requests by the database’s', async () => {
    const now = Date.now();
    clock = await makeMovedClock(new Date(now + hourMs));
    database = await createTestDatabase();
    usePool();
    address = await folder.start({ ...clock.env, DATABASE_URL: database.url }).address;
    const opensAt = minutesAfter(now, 30).toISOString();
    await publishStudio(pool, {
      opening: { mode: 'scheduled', opensAt, closesAt: minutesAfter(now, 90).toISOString() },
    });
    await expect
      .poll(async () => (await (await fetch(`${address}/api/v1/catalogue`)).json()) as object)
      .toHaveProperty('opening');
    await expect.poll(isFollowed).toBe(true);
    expect(await stateNow()).toBe('open');
    await send('by a clock that is fast');
    await clock.set(new Date());
    expect(await look()).toMatchObject({ state: 'closed', opensAt });
    expect(await arrivals()).toEqual({ 'by a clock that is fast': 'closed' });

    await publishStudio(pool, { opening: { mode: 'scheduled', opensAt: minutesAfter(now, -30).toISOString() } });
    await untilIn('open');
    await clock.set(new Date(Date.now() - hourMs));
    expect(await stateNow()).toBe('closed');
    await send('by a clock that is slow');
    expect(await arrivals()).toMatchObject({ 'by a clock that is slow': null });
  });
});
