import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** The built one of this checkout. */
export const ownProgram = resolve(import.meta.dirname, '../../dist/main.js');

/** `dist/main.js` in a process of its own. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Every line of its log so far, parsed. */
  readonly log: readonly LogLine[];
  /** Where it listens, once it says so; rejects when it ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<Ending>;
  /** SIGKILL, unless it has ended. */
  destroy(): Promise<void>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
}

export interface Ending {
  readonly code: number | null;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly env: Record<string, string>;
  /** Working directory. */
  readonly cwd: string;
  /** `dist/main.js` of another install. */
  readonly program?: string;
  /** The Node to run it with; this process's own unless told. */
  readonly node?: string;
  /** Whom it runs as; this process's own account unless told. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

/** The messages of its log so far, a line each. */
export function messagesOf({ log }: ServiceProcess): string {
  return log.map(({ msg }) => msg).join('\n');
}

/** Nothing of this process's environment reaches the service but the search path. */
export function startServiceProcess({
  env,
  cwd,
  account,
  program = ownProgram,
  node = process.execPath,
}: ProcessOptions): ServiceProcess {
  const child = spawn(node, [program], {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', INBOX: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const log: LogLine[] = [];
  const lines = createInterface(child.stdout);
  const stderr = text(child.stderr);
  const ended = once(child, 'close').then(async ([code]) => ({ code: code as number | null, stderr: await stderr }));
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
  // Not every test waits for it.
  address.catch(() => {});
  return {
    child,
    log,
    address,
    ended,
    async destroy() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
