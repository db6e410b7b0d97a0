import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectPath } from '../../bench/paths.ts';

/** `dist/main.js` in its own process, with the embedded database and the filesystem store. Linux only. */
export interface ServiceUnderTrial {
  readonly pid: number;
  /** A port on the loopback. It is the inbox's port when the process has no other role. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Resolves with the resident memory of the process now, in MiB, without the database's processes. */
  residentMiB(): Promise<number>;
  /** Resolves with the peak of resident memory since the start, in MiB. */
  peakMiB(): Promise<number>;
  /** Resolves with the number of open file descriptors. */
  openFiles(): Promise<number>;
}

/**
 * Starts the service with its defaults and `env`. Stops it and removes its data when `work` has ended or a signal
 * arrives.
 */
export async function withService<T>(
  env: Readonly<Record<string, string>>,
  work: (service: ServiceUnderTrial) => Promise<T>,
): Promise<T> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'commission-trial-'));
  let child: ChildProcess | null = null;

  async function cleanUp(): Promise<void> {
    if (child !== null) await stop(child);
    await rm(dataDirectory, { recursive: true, force: true });
  }
  const onSignal = () => void cleanUp().then(() => process.exit(1));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);

  try {
    child = spawn(process.execPath, [projectPath('dist/main.js'), 'serve'], {
      cwd: dataDirectory,
      env: {
        PATH: process.env.PATH,
        BUCKET_NAME: 'trial',
        DATA_DIR: dataDirectory,
        PORT: '0',
        INBOX: 'off',
        DISK_FLOOR_BYTES: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const port = await portOf(child, env.ROLES === 'inbox' ? inboxLine : intakeLine);
    return await work(observe(child.pid as number, port, dataDirectory));
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await cleanUp();
  }
}

function observe(pid: number, port: number, dataDirectory: string): ServiceUnderTrial {
  return {
    pid,
    port,
    dataDirectory,
    residentMiB: () => statusMiB(pid, 'VmRSS'),
    peakMiB: () => statusMiB(pid, 'VmHWM'),
    openFiles: async () => (await readdir(`/proc/${pid}/fd`)).length,
  };
}

const intakeLine = /(?:Ready for commissions|Listening) on http:\/\/[^",]*:(\d+)[",]/;
const inboxLine = /The inbox is on http:\/\/[^",]*:(\d+)[",]/;

/** Reads the whole log, so that the service never blocks on a full pipe. */
function portOf(child: ChildProcess, ready: RegExp): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code}`)));
    if (child.stdout === null) throw new Error('The log is not piped');
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = ready.exec(line) ?? [];
      if (port !== undefined) resolve(Number(port));
      else if (/"level":"(warn|error|fatal)"/.test(line)) console.error(line);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Resolves with a field of `/proc/<pid>/status` (proc(5)). */
async function statusMiB(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
