import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PictureLimits } from './picture-format.ts';
import type { RenderResult } from './result.ts';

const watchMs = 20;
/** Maximum elapsed time of a file, as a multiple of `timeMs`: submissions may use the processor meanwhile. */
const maxElapsedFactor = 6;
const kibibyte = 1024;
/** Milliseconds of one tick (`USER_HZ`, proc(5)), the same on every platform of Linux. */
const msPerTick = 10;

/** Resolves when the process exceeds the limits. Never resolves when `done` is aborted first. */
export async function limitExceeded(pid: number, limits: PictureLimits, done: AbortSignal): Promise<RenderResult> {
  const startedAt = performance.now();
  const startMs = await processorMs(pid);
  for (;;) {
    const [bytes, nowMs] = await Promise.all([residentMemory(pid), processorMs(pid)]);
    if (bytes > limits.memoryBytes) return { kind: 'too much memory' };
    const elapsedMs = performance.now() - startedAt;
    const workedMs = startMs === null || nowMs === null ? elapsedMs : nowMs - startMs;
    if (workedMs > limits.timeMs || elapsedMs > limits.timeMs * maxElapsedFactor) return { kind: 'too slow' };
    await sleep(watchMs, undefined, { ref: false });
    if (done.aborted) return new Promise(() => {});
  }
}

/** Returns the resident memory of a process in bytes, or 0 when the process has ended. */
async function residentMemory(pid: number): Promise<number> {
  try {
    const text = process.platform === 'linux' ? await ofProc(pid) : await ofPs(pid);
    return Number(text) * kibibyte;
  } catch {
    return 0;
  }
}

/** Returns the processor time of a process, or null when the platform does not report it or the process has ended. */
async function processorMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The second field, the name in brackets, may hold any text. User and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return null;
  }
}

/** See proc(5). */
async function ofProc(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? '0';
}

async function ofPs(pid: number): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
}
