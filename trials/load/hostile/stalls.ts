import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../bench/paths.ts';

/** The longest time in which the service's event loop was blocked. */
export interface Stall {
  readonly wallMs: number;
  /** The CPU time of the main thread within this time. */
  readonly cpuMs: number;
}

export interface StallWatch {
  /** Resolves with the longest stall since the previous call. */
  takeLongest(): Promise<Stall>;
  /**
   * Resolves when the service works no more: it drains a rejected body after the response.
   * @throws {Error} When the service does not become quiet.
   */
  untilQuiet(): Promise<void>;
}

export const maxStallMs = 50;
/** For the work that a submission leaves after its response. */
export const settleMs = 50;
/** A service with no stall this long has finished its earlier requests. */
const quietMs = 5;
/** Of `settleMs` each. After them the trial fails. */
const maxQuietChecks = 600;

/** @param work gets the variables with which a service watches its stalls */
export async function withStallWatch<T>(
  work: (env: Readonly<Record<string, string>>, watch: StallWatch) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'commission-stalls-'));
  const socketPath = join(directory, 'stalls');
  const watch = pathToFileURL(projectPath('build/trials/load/hostile/stall-watch.js')).href;
  const takeLongest = async (): Promise<Stall> => JSON.parse(await text(connect(socketPath)));

  async function untilQuiet(): Promise<void> {
    await takeLongest();
    for (let check = 0; check < maxQuietChecks; check += 1) {
      await sleep(settleMs);
      if ((await takeLongest()).cpuMs <= quietMs) return;
    }
    throw new Error(`The service is still busy after ${(maxQuietChecks * settleMs) / 1000} s`);
  }

  try {
    const env = { NODE_OPTIONS: `--import=${watch}`, STALL_WATCH_SOCKET: socketPath };
    return await work(env, { takeLongest, untilQuiet });
  } finally {
    await rm(directory, { recursive: true });
  }
}

export function describeStall({ wallMs, cpuMs }: Stall): string {
  return `${Math.round(cpuMs)} ms (${Math.round(wallMs)} by the clock)`;
}
