import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../bench/paths.ts';
import { encodeForm, payloadPart } from '../../test/support/form.ts';
import { exchangeRaw } from '../../test/support/raw-connection.ts';
import { rawRequest } from '../../test/support/raw-request.ts';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { type HostileInput, hostileInputs } from './inputs.ts';
import { type Stall, takeLongestStall } from './stall.ts';

const defaultTimes = 20;
const maxStallMs = 50;
const maxPeakMiB = 300;
const maxResponseBytes = 64 * 1024;
/** The number of requests that are sent together. */
const atOnce = 8;
/** Several of these requests may fall into one turn of the event loop. */
const maxStallAtOnceMs = 100;
/** For the work that a submission leaves after its response. */
const settleMs = 50;
/** A service with no stall this long has finished its earlier requests. */
const quietMs = 5;
/** Of `settleMs` each. After them the trial fails. */
const maxQuietChecks = 600;

const times = readCountOption(process.argv.slice(2), 'times', defaultTimes);
const directory = await mkdtemp(join(tmpdir(), 'commission-stalls-'));
const socketPath = join(directory, 'stalls');
const watch = pathToFileURL(projectPath('build/trials/hostile/stall-watch.js')).href;
try {
  await withService({ NODE_OPTIONS: `--import=${watch}`, STALL_WATCH_SOCKET: socketPath }, sendAll);
} finally {
  await rm(directory, { recursive: true });
}

async function sendAll(service: ServiceUnderTrial): Promise<void> {
  const promises: Promised[] = [];
  // The first submission of a process also compiles the code.
  await send(service, { name: 'a plain form', status: 201, request: rawRequest(encodeForm([payloadPart()])) });
  for (const input of hostileInputs) promises.push(await measure(service, input));
  for (const input of hostileInputs.filter(({ name }) => name.startsWith('extras')))
    promises.push(await measureAtOnce(service, input));
  const peakMiB = Math.round(await service.peakMiB());
  conclude([
    ...promises.filter(({ kept }) => !kept),
    {
      promise: `each of ${hostileInputs.length} inputs keeps the main thread no longer than it may`,
      kept: promises.every(({ kept }) => kept),
    },
    { promise: `peak of ${peakMiB} MiB is under ${maxPeakMiB} MiB`, kept: peakMiB < maxPeakMiB },
  ]);
}

/** Judges by CPU time, because wall time also depends on other load on the machine. */
async function measure(service: ServiceUnderTrial, input: HostileInput): Promise<Promised> {
  await untilQuiet();
  const first = await send(service, input);
  const later: Stall[] = [];
  for (let time = 1; time < times; time += 1) later.push(await send(service, input));
  const worst = later.reduce((a, b) => (a.cpuMs > b.cpuMs ? a : b), first);
  const outcome = `${input.name}, ${input.status}: ${describe(first)} at first, ${describe(worst)} at most`;
  console.log(`${outcome}; ${Math.round(await service.residentMiB())} MiB resident`);
  return { promise: outcome, kept: worst.cpuMs < (input.maxStallMs ?? maxStallMs) };
}

async function measureAtOnce(service: ServiceUnderTrial, input: HostileInput): Promise<Promised> {
  await untilQuiet();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => exchange(service, input)));
  const tookMs = Math.round(performance.now() - startedAt);
  const stall = await takeLongestStall(socketPath);
  const outcome = `${atOnce} at once of ${input.name}: ${describe(stall)} at most, all responses within ${tookMs} ms`;
  console.log(outcome);
  return { promise: outcome, kept: stall.cpuMs < maxStallAtOnceMs };
}

/**
 * Resolves when the service works no more: it drains a rejected body after the response.
 * @throws {Error} When the service does not become quiet.
 */
async function untilQuiet(): Promise<void> {
  await takeLongestStall(socketPath);
  for (let check = 0; check < maxQuietChecks; check += 1) {
    await sleep(settleMs);
    if ((await takeLongestStall(socketPath)).cpuMs <= quietMs) return;
  }
  throw new Error(`The service is still busy after ${(maxQuietChecks * settleMs) / 1000} s`);
}

async function send(service: ServiceUnderTrial, input: HostileInput): Promise<Stall> {
  await exchange(service, input);
  await sleep(settleMs);
  return takeLongestStall(socketPath);
}

/** @throws {Error} When the status differs or the response is too long. */
async function exchange({ port }: ServiceUnderTrial, { name, status, request }: HostileInput): Promise<void> {
  const { status: given, body } = await exchangeRaw(port, request);
  if (given !== status) throw new Error(`${name} got ${given}: ${body.slice(0, 200)}`);
  if (Buffer.byteLength(body) > maxResponseBytes) throw new Error(`${name} got ${body.length} characters`);
}

function describe({ wallMs, cpuMs }: Stall): string {
  return `${Math.round(cpuMs)} ms (${Math.round(wallMs)} by the clock)`;
}
