import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { openInbox, type TrialInbox } from '../files/inbox.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { countRequests, fill } from './fill.ts';
import { readOptions } from './options.ts';

const maxPeakMiB = 100;
const lookEveryBytes = 4 * 1024 * 1024;
const slowReadMs = 20_000;
const slowPauseMs = 20;
/** The byte that ends a record. A CSV cell may contain line feeds, but in this data no carriage return. */
const endOf = { jsonl: 0x0a, csv: 0x0d } as const;

const { databaseUrl, requests: wanted } = readOptions(process.argv.slice(2));
const inboxPort = await freePort();
const own = { ROLES: 'inbox', INBOX: 'on', INBOX_PORT: String(inboxPort) };
const env = databaseUrl === null ? own : { ...own, DATABASE_URL: databaseUrl };
await withService(env, async (service) => {
  const inbox = await openInbox(inboxPort, { ...env, BUCKET_NAME: 'trial', DATA_DIR: service.dataDirectory });
  if (databaseUrl === null) await fill(service.dataDirectory, wanted);
  const requests = databaseUrl === null ? wanted : await countRequests(databaseUrl);
  conclude([
    ...(await readWhole(service, inbox, { format: 'jsonl', records: requests })),
    // The first record has the column names.
    ...(await readWhole(service, inbox, { format: 'csv', records: requests + 1 })),
    await readSlowly(service, inbox),
  ]);
});

interface WholeExport {
  readonly format: 'jsonl' | 'csv';
  readonly records: number;
}

async function readWhole(
  service: ServiceUnderTrial,
  inbox: TrialInbox,
  { format, records: expected }: WholeExport,
): Promise<Promised[]> {
  const beforeMiB = await service.residentMiB();
  const startedAt = performance.now();
  const response = await inbox.get(`requests.${format}`);
  let [received, records, peakMiB, nextLook] = [0, 0, beforeMiB, 0];
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    for (let at = chunk.indexOf(endOf[format]); at >= 0; at = chunk.indexOf(endOf[format], at + 1)) records += 1;
    if (received < nextLook) continue;
    peakMiB = Math.max(peakMiB, await service.residentMiB());
    nextLook = received + lookEveryBytes;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${format}: ${records} records, ${Math.round(received / 1024 / 1024)} MiB in ${seconds.toFixed(1)} s`);
  return [
    { promise: `${format} has ${expected} records`, kept: records === expected },
    isFlat(format, beforeMiB, peakMiB),
  ];
}

/** Rows that a reader does not read wait in the database, not in the process. */
async function readSlowly(service: ServiceUnderTrial, inbox: TrialInbox): Promise<Promised> {
  const beforeMiB = await service.residentMiB();
  const reader = (await inbox.get('requests.jsonl')).body?.getReader();
  let peakMiB = beforeMiB;
  for (const endsAt = performance.now() + slowReadMs; performance.now() < endsAt; ) {
    await reader?.read();
    await sleep(slowPauseMs);
    peakMiB = Math.max(peakMiB, await service.residentMiB());
  }
  await reader?.cancel();
  return isFlat('a slow reader of jsonl', beforeMiB, peakMiB);
}

function isFlat(name: string, beforeMiB: number, peakMiB: number): Promised {
  const [before, peak] = [beforeMiB, peakMiB].map(Math.round);
  return { promise: `${name}: ${before} MiB before, ${peak} at most, under ${maxPeakMiB}`, kept: peakMiB < maxPeakMiB };
}
