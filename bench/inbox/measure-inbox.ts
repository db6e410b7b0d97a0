import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { service } from '../contestants.ts';
import type { BenchDatabase } from '../database.ts';
import { jobOf, noFileLoad, type Step, warmUpJobOf } from '../loads.ts';
import { measureServer } from '../server-entrant.ts';
import type { ServerProcess } from '../server-process.ts';
import { percentile } from '../statistics.ts';
import { makeTables, type World } from '../world.ts';
import { prepareInbox } from './inbox-database.ts';
import { type CallTimes, type OperatorsOptions, runOperators } from './operators.ts';
import { sendPaced } from './paced-submissions.ts';

export interface InboxResults {
  readonly requests: number;
  /** The first seconds after a start of the service, and of PostgreSQL where it is the bench's own. */
  readonly cold: UseOfInbox;
  readonly warm: UseOfInbox;
  /** CPU time of the service's process for a first page with its counts. */
  readonly listCpuMs: number;
  readonly exported: Export;
  /** Submissions per second with operators at work, relative to those without, by round. */
  readonly intakeRatios: readonly number[];
  /** The time from the last submission, at 200 per second, until every submission has its search row. */
  readonly searchLagMs: number;
}

interface UseOfInbox {
  readonly calls: CallTimes;
  readonly submissions: readonly number[];
}

export interface Export {
  readonly rows: number;
  readonly wallMs: number;
  readonly peakMiB: number;
  /** The resident memory before the export. */
  readonly idleMiB: number;
}

/** Operators who pause to read each response. */
const people = { operators: 50, thinkMs: 2000 };
const submissionsPerSecond = 200;
const coldMs = 15_000;
const warmMs = 90_000;
const listCalls = 200;
const shownCalls = 8;
const lagLimitMs = 10 * 60_000;
const startLimitMs = 10_000;

/** Measures the service, with all its roles in one process, on tables full of requests. */
export async function measureInbox(
  { requests, rounds, log }: { readonly requests: number; readonly rounds: number; log(line: string): void },
  world: World,
): Promise<InboxResults> {
  const database = await world.databaseServer.openKept('BENCH_INBOX_DATABASE_URL');
  try {
    await makeTables(database, world.start);
    const token = await prepareInbox(database.url, requests, log);
    await world.databaseServer.restart();
    const inboxPort = await freePort();
    const server = await world.start({ ...service, env: { INBOX: 'on', INBOX_PORT: String(inboxPort) } }, database);
    const options = { ...people, url: `http://127.0.0.1:${inboxPort}/api/operator/v1/`, token };
    try {
      await untilOpen(inboxPort);
      log('inbox: cold');
      const cold = await useInbox(server, options, coldMs);
      log('inbox: warm');
      const warm = await useInbox(server, options, warmMs);
      for (const line of slowestOf(warm.calls)) log(line);
      const searchLagMs = await searchLag(database);
      log('inbox: CPU of a list');
      const listCpuMs = await listCpu(server, options);
      log('inbox: export');
      const exported = await exportAll(server, options);
      log('inbox: rate of the intake');
      const intakeRatios = await compareIntake(rounds, { server, options, world });
      return { requests, cold, warm, listCpuMs, exported, intakeRatios, searchLagMs };
    } finally {
      await server.stop();
    }
  } finally {
    await database.drop();
  }
}

/** The inbox starts to listen after the intake. */
async function untilOpen(port: number): Promise<void> {
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUpAt = performance.now() + startLimitMs; !(await isOpen()); await sleep(20)) {
    if (performance.now() > giveUpAt) throw new Error('The inbox does not open');
  }
}

async function useInbox({ port }: ServerProcess, options: OperatorsOptions, durationMs: number): Promise<UseOfInbox> {
  const signal = AbortSignal.timeout(durationMs);
  const [calls, submissions] = await Promise.all([
    runOperators(options, signal),
    sendPaced({ port, perSecond: submissionsPerSecond }, signal),
  ]);
  return { calls, submissions };
}

/** Progress output for a person who waits for the rest. */
function slowestOf({ times }: CallTimes): string[] {
  const figures = [...times].map(([name, of]) => ({ name, p95: percentile(of, 95) }));
  const slowest = figures.toSorted((one, other) => other.p95 - one.p95).slice(0, shownCalls);
  return slowest.map(({ name, p95 }) => `  ${Math.round(p95)} ms p95: ${name}`);
}

async function searchLag(database: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  const missing = `
    select from commission_requests r
    where r.id >= (select id from commission_requests order by id desc offset 5000 limit 1)
      and not exists (select from request_search s where s.request_id = r.id) limit 1`;
  while ((await database.query(missing)).length > 0) {
    if (performance.now() - startedAt > lagLimitMs) throw new Error('Search rows are more than ten minutes behind');
    await sleep(100);
  }
  return performance.now() - startedAt;
}

async function listCpu(server: ServerProcess, { url, token }: OperatorsOptions): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const before = await server.cpuTimeMs();
  for (let call = 0; call < listCalls; call += 1) await (await fetch(`${url}requests`, { headers })).text();
  return ((await server.cpuTimeMs()) - before) / listCalls;
}

async function exportAll(server: ServerProcess, { url, token }: OperatorsOptions): Promise<Export> {
  const idleMiB = await server.residentMemoryMiB();
  let peakMiB = idleMiB;
  const timer = setInterval(async () => {
    peakMiB = Math.max(peakMiB, await server.residentMemoryMiB());
  }, 100);
  const startedAt = performance.now();
  let rows = 0;
  const asked = get(`${url}requests.jsonl`, { headers: { authorization: `Bearer ${token}` } });
  const [response] = await once(asked, 'response');
  for await (const chunk of response as AsyncIterable<Buffer>) for (const byte of chunk) rows += byte === 10 ? 1 : 0;
  clearInterval(timer);
  return { rows, wallMs: performance.now() - startedAt, peakMiB, idleMiB };
}

interface IntakeParts {
  readonly server: ServerProcess;
  readonly options: OperatorsOptions;
  readonly world: World;
}

async function compareIntake(rounds: number, { server, options, world }: IntakeParts): Promise<number[]> {
  const job = jobOf(noFileLoad, noFileLoad.steps.at(-1) as Step);
  await measureServer(warmUpJobOf(noFileLoad), server, world);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measureServer(job, server, world);
    const atWork = new AbortController();
    const operators = runOperators(options, atWork.signal);
    await sleep(options.thinkMs);
    const together = await measureServer(job, server, world);
    atWork.abort();
    await operators;
    ratios.push(alone.wallMs / together.wallMs);
  }
  return ratios;
}
