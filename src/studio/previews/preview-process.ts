import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitExceeded } from './limit-watch.ts';
import { encodeMessage, type Message, type RenderHead, readMessages } from './message.ts';
import type { PictureLimits } from './picture-format.ts';
import { type RenderResult, resultOf } from './result.ts';

/** A child process that decodes untrusted files, one at a time, and inherits as little as possible. */
export interface PreviewProcess {
  /** Used only by tests. */
  readonly pid: number;
  /** Whether the process can take another file. */
  isUsable(): boolean;
  /** Kills the process when the file exceeds the limits. Never rejects. */
  render(bytes: Buffer, request: RenderHead, limits: PictureLimits): Promise<RenderResult>;
  /** Kills the process and resolves when it has ended. */
  end(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const kibibyte = 1024;
/** Time limit of the start. A machine that is busy with submissions gives a low-priority process little time. */
const startMs = 60_000;
/**
 * A new process starts after this many files, which ends memory leaks and the effects of malicious files. A HEIC is the
 * last file of its process: its decoder keeps its memory, which a malicious file may have overwritten.
 */
const maxFiles = 50;
/** Maximum processor time of a process for all files. The kernel ends the process even when its parent was killed. */
const maxCpuSeconds = 1800;
/** Maximum data memory. The kernel enforces it, because a decoder may allocate faster than the watch looks. */
const hardMemoryBytes = 1536 * mebibyte;
const maxResultBytes = 8 * mebibyte;

/** A tenth of the processor's time on a machine that is always busy. With less, no preview would come in time. */
const nice = 10;

/**
 * The limits of the shell also hold for the program that replaces it: no core dump, data memory, processor time and a
 * low priority. The parent watches the resident memory. Where the scheduler groups processes by session (sched(7)), a
 * nice value counts only within its session, so the session of this process gets the low priority too. Without
 * privileges the kernel takes one such change in a tenth of a second, of all processes.
 */
const script = `ulimit -c 0; ulimit -d ${hardMemoryBytes / kibibyte}; ulimit -t ${maxCpuSeconds}
for try in 1 2 3; do echo ${nice} >/proc/self/autogroup && break; [ -w /proc/self/autogroup ] && sleep 0.2; done
exec nice -n ${nice} "$0" "$@"`;

/** @param program Path of the built program. */
export function startPreviewProcess(program: string): PreviewProcess {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, '--max-old-space-size=128', program], {
    cwd: '/',
    // The child gets no credential of the service, and as few threads as possible.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    // Starts a new session, whose priority the script lowers.
    detached: true,
  });
  const ended = new Promise<RenderResult>((resolve) => {
    child.once('error', () => resolve({ kind: 'ended', signal: null }));
    child.once('exit', (_code, signal) => resolve({ kind: 'ended', signal }));
  });
  // A write to an ended process fails. `ended` already reports its end.
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
    files += request.format === 'heic' ? maxFiles : 1;
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
      // A process that exceeded a limit or broke the protocol gets no more files.
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
