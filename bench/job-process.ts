import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadJob, Outcome, Timing } from './load-job.ts';
import { programPath } from './paths.ts';

/** A process of the bench that sends loads, one at a time. */
export interface JobProcess<Job extends LoadJob> {
  readonly pid: number;
  /** Runs a job. Rejects when a response was not the expected one. */
  run(job: Job): Promise<Timing>;
  stop(): void;
}

export function startJobProcess<Job extends LoadJob>(
  program: string,
  env: Readonly<Record<string, string>>,
): JobProcess<Job> {
  const child = fork(programPath(program), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid as number,
    async run(job) {
      child.send(job);
      const outcome = await nextMessage(child);
      if ('failure' in outcome) throw new Error(outcome.failure);
      return outcome;
    },
    stop: () => child.disconnect(),
  };
}

async function nextMessage(child: ChildProcess): Promise<Outcome> {
  const over = new AbortController();
  const exit = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`${child.spawnargs[1]} has ended`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), exit]);
    return message as Outcome;
  } finally {
    over.abort();
    exit.catch(() => {});
  }
}
