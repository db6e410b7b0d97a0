import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeMessage, type Message, type RenderHead, readMessages } from './message.ts';
import type { PictureLimits } from './picture-format.ts';
import { residentMemory } from './resident-memory.ts';
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
const memoryWatchMs = 20;
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
 * no core dump, and little of the processor while others want it.
 */
const script = `ulimit -c 0; ulimit -d ${hardMemoryBytes / kibibyte}; ulimit -t ${maxCpuSeconds}; exec nice -n 10 "$0" "$@"`;

/** @param program Path of the built program. */
export function startPreviewProcess(program: string): PreviewProcess {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, '--max-old-space-size=128', program], {
    cwd: '/',
    // No credential of the service, and as few threads as it can do with.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
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
    const result = await Promise.race([
      within(nextResult(), limits.timeMs),
      memoryExceeded(child, limits.memoryBytes, done.signal),
    ]);
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

/** Resolves when the process has more memory than allowed; never when it is done before. */
async function memoryExceeded(child: ChildProcess, maxBytes: number, done: AbortSignal): Promise<RenderResult> {
  for (;;) {
    if ((await residentMemory(child.pid ?? 0)) > maxBytes) return { kind: 'too much memory' };
    await sleep(memoryWatchMs, undefined, { ref: false });
    if (done.aborted) return new Promise(() => {});
  }
}
