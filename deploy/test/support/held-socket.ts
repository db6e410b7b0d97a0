import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { ownProgram } from '../../../test/support/service-process.ts';

/**
 * Listens on a port or a path and passes the socket to a program, as systemd does for a socket unit. Starts the program again
 * whenever it ends, with the same socket. SIGHUP ends the program, SIGTERM both.
 */
const holderProgram = `
import os, signal, socket, subprocess, sys
at = sys.argv[1]
held = socket.socket(socket.AF_UNIX if '/' in at else socket.AF_INET)
held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
held.bind(at if '/' in at else ('127.0.0.1', int(at)))
held.listen(4096)
if '/' in at: os.chmod(at, 0o666)
os.dup2(held.fileno(), 3, inheritable=True)
child = None
stopping = False
def stop(number, frame):
    global stopping
    stopping = number == signal.SIGTERM
    child.terminate()
signal.signal(signal.SIGHUP, stop)
signal.signal(signal.SIGTERM, stop)
while not stopping:
    child = subprocess.Popen(
        ['/bin/sh', '-c', 'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=form exec "$@"', 'sh'] + sys.argv[2:], pass_fds=[3])
    child.wait()
`;

/** A service whose socket stays open while it starts again. */
export interface HeldService {
  /** Stops the service, which is then started again. Resolves when it is ready. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param at A port of 127.0.0.1, or the path of a socket file. Resolves when the service is ready. */
export async function startHeldService(at: string, cwd: string, env: Record<string, string>): Promise<HeldService> {
  const child: ChildProcess = spawn(
    '/usr/bin/python3',
    ['-c', holderProgram, at, process.execPath, ownProgram, 'serve'],
    {
      cwd,
      env: { PATH: process.env.PATH ?? '', INBOX: 'off', DISK_FLOOR_BYTES: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (child.stdout === null) throw new Error('The service has no output');
  let starts = 0;
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('"Ready for commissions on ')) starts += 1;
  });
  const isReadyAfter = (count: number) => expect.poll(() => starts).toBeGreaterThan(count);
  await isReadyAfter(0);
  return {
    async restart() {
      const before = starts;
      child.kill('SIGHUP');
      await isReadyAfter(before);
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
