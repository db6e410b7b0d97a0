import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { projectPath } from '../../bench/paths.ts';

/** One run of `dist/main.js`. */
export interface ServiceRun {
  readonly pid: number;
  /**
   * Resolves with the port when the service is ready, or with null when it ended before. A process with the role `inbox`
   * alone has the inbox's port.
   */
  readonly ready: Promise<number | null>;
  /** Resolves with the signal or code that ended the process, after all its output has been read. */
  readonly ended: Promise<string>;
  /** Returns the lines of its log about this request. */
  linesAbout(requestId: string): string[];
  /** Returns the last lines of its log. */
  lastLines(): string[];
  send(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();
// No service outlives the trial, however the trial ends.
process.on('exit', () => running.forEach((child) => void child.kill('SIGKILL')));

const keptLines = 5000;
const lastLineCount = 5;
const intakeLine = /(?:Ready for commissions|Listening) on http:\/\/[^",]*:(\d+)[",]/;
const inboxLine = /The inbox is on http:\/\/[^",]*:(\d+)[",]/;

export function runService(env: Readonly<Record<string, string>>, workingDirectory: string): ServiceRun {
  const readyLine = env.ROLES === 'inbox' ? inboxLine : intakeLine;
  const child = spawn(process.execPath, [projectPath('dist/main.js'), 'serve'], {
    cwd: workingDirectory,
    env: { PATH: process.env.PATH, PORT: '0', INBOX: 'off', DISK_FLOOR_BYTES: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C must reach only the trial, which stops its services itself.
    detached: true,
  });
  running.add(child.once('exit', () => running.delete(child)));
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
  };
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? `code ${code}`));
  createInterface(child.stderr).on('line', keep);
  const ready = new Promise<number | null>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      keep(line);
      const [, port] = readyLine.exec(line) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    void ended.then(() => resolve(null));
  });
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    linesAbout: (requestId) => lines.filter((line) => line.includes(requestId)),
    lastLines: () => lines.slice(-lastLineCount),
    send: (signal) => void child.kill(signal),
  };
}
