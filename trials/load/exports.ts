import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type TrialInbox, withInbox } from '../service/inbox.ts';
import type { ServiceUnderTrial } from '../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../service/verdict.ts';
import { readWatched } from './read-watched.ts';

const maxPeakMiB = 100;
const slowReadMs = 20_000;
const slowPauseMs = 20;
/** The byte that ends a record. A CSV cell may contain line feeds, but in this data no carriage return. */
const endOf = { jsonl: 0x0a, csv: 0x0d } as const;

/** Exports this many requests from a process with the role `inbox`. */
export function exports(requests: number): Promise<readonly Promised[]> {
  return withInbox({ ROLES: 'inbox' }, async (service, inbox) => {
    await fillTables(service.pool, requests);
    return [
      ...(await readWhole(service, inbox, 'jsonl', requests)),
      // The first record has the column names.
      ...(await readWhole(service, inbox, 'csv', requests + 1)),
      await readSlowly(service, inbox),
    ];
  });
}

async function readWhole(
  service: ServiceUnderTrial,
  inbox: TrialInbox,
  format: keyof typeof endOf,
  expected: number,
): Promise<readonly Promised[]> {
  let records = 0;
  const countRecords = (chunk: Uint8Array) => {
    for (let at = chunk.indexOf(endOf[format]); at >= 0; at = chunk.indexOf(endOf[format], at + 1)) records += 1;
  };
  const { bytes, seconds, beforeMiB, peakMiB } = await readWatched(
    service,
    () => inbox.get(`requests.${format}`),
    countRecords,
  );
  console.log(`${format}: ${Math.round(bytes / 1024 / 1024)} MiB in ${seconds.toFixed(1)} s`);
  console.log(`resident: ${Math.round(beforeMiB)} MiB before`);
  return [
    { promise: `${format} has ${records} of ${expected} records`, kept: records === expected },
    staysUnder(format, peakMiB, maxPeakMiB),
  ];
}

/** Rows that a reader does not read wait in the database, not in the process. */
async function readSlowly(service: ServiceUnderTrial, inbox: TrialInbox): Promise<Promised> {
  const reader = (await inbox.get('requests.jsonl')).body?.getReader();
  let peakMiB = await service.residentMiB();
  for (const endsAt = performance.now() + slowReadMs; performance.now() < endsAt; ) {
    await reader?.read();
    await sleep(slowPauseMs);
    peakMiB = Math.max(peakMiB, await service.residentMiB());
  }
  await reader?.cancel();
  return staysUnder('a slow reader of jsonl', peakMiB, maxPeakMiB);
}

/** Texts of up to 1,600 characters, so that a row has between half a kilobyte and five kilobytes. */
const requestsText = `
  insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, has_files)
  select time_ordered_id(), now(), (array['NEW', 'ACCEPTED', 'DECLINED'])[1 + i % 3], 'Zoë Müller ' || i,
    'customer' || i || '@example.org',
    left(repeat((array[
      'Two cats, in oil, on a blue ground. ', 'Zwei Katzen in Öl – „wie neulich“. ', '青い背景に猫を二匹、油絵で。', 'Две кошки, маслом. '
    ])[1 + i % 4], 90), 20 + i % 1580), '{}', i % 4 <> 0
  from generate_series(1, $1::int) i`;

/** Two files for each request that has files, which is 1.5 for each request on average. */
const filesText = `
  insert into commission_request_files (
    id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
  )
  select gen_random_uuid(), r.id, position, gen_random_uuid()::text, 'reference ' || position || '.png', 'image/png', 1000, now(),
    repeat('0', 64)
  from commission_requests r, generate_series(0, 1) position where r.has_files`;

/** Stores this many requests directly in the database of a running service, which takes seconds instead of minutes. */
async function fillTables(pool: Pool, requests: number): Promise<void> {
  await pool.query(requestsText, [requests]);
  await pool.query(filesText);
  await pool.query('analyze');
}
