import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../bench/paths.ts';
import { peakMiBOf } from '../service/process-memory.ts';

/** Processes of the service that have only the role `upkeep`. Linux only. */
export interface Workers {
  /** Kills one process with `kill -9` and starts another one instead. */
  killOne(): void;
  readonly kills: number;
  /** Resolves with the largest peak of resident memory of any process, in MiB. */
  peakMiB(): Promise<number>;
  stop(): Promise<void>;
}

interface WorkersOptions {
  readonly count: number;
  readonly directory: string;
  readonly databaseUrl: string;
  readonly secretsKey: string;
  /** The port of the mail server on the loopback. */
  readonly smtpPort: number;
}

const jumpingClock = 'build/trials/deliveries/jumping-clock.js';

/** Starts the workers. The wall clocks of all but the first one jump. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, directory, databaseUrl, secretsKey, smtpPort } = options;
  const running: ChildProcess[] = [];
  let peakMiB = 0;
  let kills = 0;
  let turn = 0;

  async function start(index: number): Promise<void> {
    const dataDirectory = join(directory, `worker-${index}`);
    await mkdir(dataDirectory, { recursive: true });
    const clock = index === 0 ? [] : ['--import', pathToFileURL(projectPath(jumpingClock)).href];
    running[index] = spawn(process.execPath, [...clock, projectPath('dist/main.js'), 'serve'], {
      cwd: dataDirectory,
      env: {
        PATH: process.env.PATH,
        ROLES: 'upkeep',
        BUCKET_NAME: 'trial',
        DATA_DIR: dataDirectory,
        DATABASE_URL: databaseUrl,
        SECRETS_KEY: secretsKey,
        DELIVERY_ALLOW_PRIVATE: 'true',
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        MAIL_FROM: 'studio@example.org',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  async function look(): Promise<void> {
    for (const { pid } of running) peakMiB = Math.max(peakMiB, await peakMiBOf(pid ?? 0));
  }

  for (let index = 0; index < count; index += 1) await start(index);
  const timer = setInterval(() => void look(), 200);
  return {
    killOne() {
      const index = turn++ % count;
      running[index]?.kill('SIGKILL');
      kills += 1;
      void start(index);
    },
    get kills() {
      return kills;
    },
    async peakMiB() {
      await look();
      return peakMiB;
    },
    async stop() {
      clearInterval(timer);
      const alive = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const exits = alive.map((child) => once(child, 'exit'));
      for (const child of alive) child.kill('SIGTERM');
      await Promise.all(exits);
    },
  };
}
