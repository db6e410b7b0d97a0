import { setTimeout as sleep } from 'node:timers/promises';
import { type TrialInbox, withInbox } from '../service/inbox.ts';
import type { ServiceUnderTrial } from '../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../service/verdict.ts';
import { fillTables } from './filled-tables.ts';
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
