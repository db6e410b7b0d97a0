import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../bench/paths.ts';
import { encodeForm, payloadPart } from '../../../test/support/form.ts';
import { exchangeRaw } from '../../../test/support/raw-connection.ts';
import { rawRequest } from '../../../test/support/raw-request.ts';
import { type ServiceUnderTrial, withService } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { type HostileInput, makeHostileInputs } from './inputs.ts';

/** The longest time in which the service's event loop was blocked. */
interface Stall {
  readonly wallMs: number;
  /** The CPU time of the main thread within this time. */
  readonly cpuMs: number;
}

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
const plain: HostileInput = { name: 'a plain form', status: 201, request: rawRequest(encodeForm([payloadPart()])) };

/** Sends each input this many times, and those with many extras also several at once. */
export async function hostile(times: number): Promise<readonly Promised[]> {
  const hostileInputs = makeHostileInputs();
  const directory = await mkdtemp(join(tmpdir(), 'commission-stalls-'));
  const socketPath = join(directory, 'stalls');
  const watch = pathToFileURL(projectPath('build/trials/load/hostile/stall-watch.js')).href;
  const env = { NODE_OPTIONS: `--import=${watch}`, STALL_WATCH_SOCKET: socketPath };
  try {
    return await withService(env, async (service) => {
      const stalls = createStalls(service, socketPath);
      // The first submission of a process also compiles the code.
      await stalls.send(plain);
      const promises: Promised[] = [];
      for (const input of hostileInputs) promises.push(await stalls.measure(input, times));
      for (const input of hostileInputs.filter(({ name }) => name.startsWith('extras')))
        promises.push(await stalls.measureAtOnce(input));
      return [...promises, staysUnder('peak', await service.peakMiB(), maxPeakMiB)];
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

function createStalls({ port, residentMiB }: ServiceUnderTrial, socketPath: string) {
  /** Resolves with the longest stall since the previous call. */
  async function takeLongest(): Promise<Stall> {
    return JSON.parse(await text(connect(socketPath)));
  }

  /**
   * Resolves when the service works no more: it drains a rejected body after the response.
   * @throws {Error} When the service does not become quiet.
   */
  async function untilQuiet(): Promise<void> {
    await takeLongest();
    for (let check = 0; check < maxQuietChecks; check += 1) {
      await sleep(settleMs);
      if ((await takeLongest()).cpuMs <= quietMs) return;
    }
    throw new Error(`The service is still busy after ${(maxQuietChecks * settleMs) / 1000} s`);
  }

  /** @throws {Error} When the status differs or the response is too long. */
  async function exchange({ name, status, request }: HostileInput): Promise<void> {
    const { status: given, body } = await exchangeRaw(port, request);
    if (given !== status) throw new Error(`${name} got ${given}: ${body.slice(0, 200)}`);
    if (Buffer.byteLength(body) > maxResponseBytes) throw new Error(`${name} got ${body.length} characters`);
  }

  async function send(input: HostileInput): Promise<Stall> {
    await exchange(input);
    await sleep(settleMs);
    return takeLongest();
  }

  return {
    send,

    /** Judges by CPU time, because wall time also depends on other load on the machine. */
    async measure(input: HostileInput, times: number): Promise<Promised> {
      await untilQuiet();
      let worst = await send(input);
      const first = describe(worst);
      for (let time = 1; time < times; time += 1) {
        const later = await send(input);
        if (later.cpuMs > worst.cpuMs) worst = later;
      }
      const figures = `${first} at first, ${describe(worst)} at most; ${Math.round(await residentMiB())} MiB resident`;
      return {
        promise: `${input.name}, ${input.status}: ${figures}`,
        kept: worst.cpuMs < (input.maxStallMs ?? maxStallMs),
      };
    },

    async measureAtOnce(input: HostileInput): Promise<Promised> {
      await untilQuiet();
      await Promise.all(Array.from({ length: atOnce }, () => exchange(input)));
      const stall = await takeLongest();
      return {
        promise: `${atOnce} at once of ${input.name}: ${describe(stall)}`,
        kept: stall.cpuMs < maxStallAtOnceMs,
      };
    },
  };
}

function describe({ wallMs, cpuMs }: Stall): string {
  return `${Math.round(cpuMs)} ms (${Math.round(wallMs)} by the clock)`;
}
