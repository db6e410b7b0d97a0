import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Job, Outcome } from './load-job.ts';
import { programPath } from './paths.ts';

export interface Generator {
  /** Sends a load and gives the wall time it took. Rejects when an answer was not 201. One job at a time. */
  run(job: Job): Promise<number>;
  stop(): void;
}

export function startGenerator(): Generator {
  const child = fork(programPath('load-generator.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    async run(job) {
      child.send(job);
      const outcome = await nextMessage(child);
      if ('failure' in outcome) throw new Error(`Load "${job.load.name}": ${outcome.failure}`);
      return outcome.wallMs;
    },
    stop: () => child.disconnect(),
  };
}

async function nextMessage(child: ChildProcess): Promise<Outcome> {
  const over = new AbortController();
  const exit = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The load generator has ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), exit]);
    return message as Outcome;
  } finally {
    over.abort();
    exit.catch(() => {});
  }
}
