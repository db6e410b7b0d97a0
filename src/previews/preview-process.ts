import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeMessage, type Message, type RenderHead, readMessages } from './message.ts';
import type { PictureLimits } from './picture-format.ts';
import { processorMs, residentMemory } from './process-usage.ts';
import { type RenderResult, resultOf } from './result.ts';

/** A process that decodes what strangers sent, one file at a time, with the least that it needs of this one. */
export interface PreviewProcess {
  /** Of the process that runs now; for tests and the log. */
  readonly pid: number;
  /** Whether it may be given one more file. */
  isUsable(): boolean;
  /** Kills the process when the file takes more than the limits. Never rejects. */
  render(bytes: Buffer, request: RenderHead, limits: PictureLimits): Promise<RenderResult>;
  /** Kills it; resolves when it has ended. */
  end(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const kibibyte = 1024;
const watchMs = 20;
/** While submissions take the processor a file may take so many times as long, as long as it has not had its time of it. */
const patience = 6;
/** A machine that is busy with submissions gives a process of low priority little time. */
const startMs = 60_000;
/** A leak, or what one file did to the decoder, does not last. */
const maxFiles = 50;
/** Of processor time for all of its files: one whose parent was killed ends too. */
const maxCpuSeconds = 1800;
/** Beyond what the watch allows: a decoder that takes memory faster than it looks gets no more. */
const hardMemoryBytes = 1536 * mebibyte;
const maxResultBytes = 8 * mebibyte;

/**
 * The limits of the shell reach whatever runs in its place: data (the resident memory is watched besides), processor time,
 * no core dump, and nothing of the processor while others want it. Where the scheduler shares the processor among sessions first
 * (sched(7)), a nice value counts within a session alone: this one has its own, which comes last. Without `chrt` the rest remains.
 */
const script = `ulimit -c 0; ulimit -d ${hardMemoryBytes / kibibyte}; ulimit -t ${maxCpuSeconds}
echo 19 >/proc/self/autogroup
chrt --idle 0 true && exec nice -n 19 chrt --idle 0 "$0" "$@"
exec nice -n 19 "$0" "$@"`;

/** @param program Path of the built program. */
export function startPreviewProcess(program: string): PreviewProcess {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, '--max-old-space-size=128', program], {
    cwd: '/',
    // No credential of the service, and as few threads as it can do with.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    // A session of its own.
    detached: true,
  });
  const ended = new Promise<RenderResult>((resolve) => {
    child.once('error', () => resolve({ kind: 'ended', signal: null }));
    child.once('exit', (_code, signal) => resolve({ kind: 'ended', signal }));
  });
  // What was written to a process that has ended is lost, and `ended` tells of it.
  child.stdin?.on('error', () => {});
  const results = readMessages(child.stdio[3] as Readable, maxResultBytes);
  let files = 0;
  let isEnding = false;

  async function nextResult(): Promise<RenderResult> {
    try {
      const { value, done } = (await results.next()) as IteratorResult<Message, undefined>;
      return done ? ended : resultOf(value);
    } catch {
      return { kind: 'ended', signal: null };
    }
  }

  const ready = within(nextResult(), startMs);

  async function render(bytes: Buffer, request: RenderHead, limits: PictureLimits): Promise<RenderResult> {
    files += 1;
    const start = await ready;
    if (start.kind !== 'ready') return start;
    child.stdin?.write(encodeMessage(request, bytes));
    const done = new AbortController();
    const result = await Promise.race([nextResult(), limitExceeded(child.pid ?? 0, limits, done.signal)]);
    done.abort();
    return result;
  }

  function end(): Promise<void> {
    isEnding = true;
    child.kill('SIGKILL');
    return ended.then(() => {});
  }

  return {
    pid: child.pid ?? 0,
    isUsable: () => !isEnding && files < maxFiles && child.exitCode === null && child.signalCode === null,
    async render(bytes, request, limits) {
      const result = await render(bytes, request, limits);
      // What did not answer in time, or not as agreed, answers nobody any more.
      if (result.kind !== 'rendered' && result.kind !== 'refused') await end();
      return result;
    },
    end,
  };
}

function within(result: Promise<RenderResult>, limitMs: number): Promise<RenderResult> {
  const timer = new AbortController();
  const late = sleep(limitMs, { kind: 'too slow' } as const, { signal: timer.signal, ref: false });
  return Promise.race([result, late]).finally(() => timer.abort());
}

/** Resolves when the process takes more than the limits; never when it is done before. */
async function limitExceeded(pid: number, limits: PictureLimits, done: AbortSignal): Promise<RenderResult> {
  const startedAt = performance.now();
  const startMs = await processorMs(pid);
  for (;;) {
    const [bytes, nowMs] = await Promise.all([residentMemory(pid), processorMs(pid)]);
    if (bytes > limits.memoryBytes) return { kind: 'too much memory' };
    const elapsedMs = performance.now() - startedAt;
    const workedMs = startMs === null || nowMs === null ? elapsedMs : nowMs - startMs;
    if (workedMs > limits.timeMs || elapsedMs > limits.timeMs * patience) return { kind: 'too slow' };
    await sleep(watchMs, undefined, { ref: false });
    if (done.aborted) return new Promise(() => {});
  }
}
