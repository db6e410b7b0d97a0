import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The service that was built from this checkout. */
export const ownProgram = resolve(import.meta.dirname, '../../dist/main.js');

/** `dist/main.js` in its own process. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** All log lines so far, parsed. */
  readonly log: readonly LogLine[];
  /** Returns the standard error so far. */
  errorOutput(): string;
  /** Resolves with the address when the service listens. Rejects when the process ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<Ending>;
  /** Sends SIGKILL, unless the process has ended. */
  destroy(): Promise<void>;
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
}

export interface Ending {
  readonly code: number | null;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly env: Record<string, string>;
  /** The working directory. */
  readonly cwd: string;
  /** `dist/main.js` of another install. */
  readonly program?: string;
  /** The Node that runs the service; this process's own by default. */
  readonly node?: string;
  /** The account that runs the service; this process's own by default. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

/** Returns the messages of all log lines so far, one per line. */
export function messagesOf({ log }: ServiceProcess): string {
  return log.map(({ msg }) => msg).join('\n');
}

/** Starts the service. It inherits only the search path from this process's environment. */
export function startServiceProcess({
  env,
  cwd,
  account,
  program = ownProgram,
  node = process.execPath,
}: ProcessOptions): ServiceProcess {
  const child = spawn(node, [program, 'serve'], {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', INBOX: 'off', DISK_FLOOR_BYTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const log: LogLine[] = [];
  const lines = createInterface(child.stdout);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr += piece;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  const address = new Promise<string>((found, failed) => {
    lines.on('line', (line) => {
      const entry = JSON.parse(line) as LogLine;
      log.push(entry);
      const ready = /^(?:Ready for commissions|Listening) on (http:\S+?)(?:, not ready: .*)?$/.exec(entry.msg);
      if (ready?.[1]) found(ready[1]);
    });
    void ended.then(({ code, stderr }) =>
      failed(new Error(`It ended with code ${code}: ${stderr || log.at(-1)?.msg}`)),
    );
  });
  // Not every test awaits the address.
  address.catch(() => {});
  return {
    child,
    log,
    errorOutput: () => stderr,
    address,
    ended,
    async destroy() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
