import { type ChildProcess, spawn } from 'node:child_process';

/** Notifies systemd, which runs this process as `Type=notify`, of its state (sd_notify(3)). Without systemd it does nothing. */
export interface ServiceManager {
  /** The start has ended. From now on systemd restarts the process when its event loop hangs. */
  ready(): void;
  /** @param limitMs How long the stop may take. systemd waits as long, even if the unit says less. */
  stopping(limitMs: number): void;
}

interface Connection {
  /** Removes the variables that systemd set, so that no child speaks for this process. */
  readonly env: NodeJS.ProcessEnv;
  readonly pid: number;
  /** Opens the way to the socket of systemd. The result sends assignments such as `READY=1`, separated by spaces. */
  readonly open: (socket: string) => (assignments: string) => void;
}

/** How long systemd waits for the next sign of a start where no watchdog sets a limit. */
const startLimitMs = 60_000;

/**
 * Begins to send signs of life from a timer of the event loop, three in the time after which systemd acts. During the
 * start each asks for more time: the first start makes a database, and a migration of large tables takes minutes.
 */
export function connectServiceManager({ env, pid, open }: Connection): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC, WATCHDOG_PID } = env;
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name];
  if (!socket) return { ready() {}, stopping() {} };
  const isWatched = Number(WATCHDOG_USEC) > 0 && Number(WATCHDOG_PID ?? pid) === pid;
  const limitMs = isWatched ? Number(WATCHDOG_USEC) / 1000 : startLimitMs;
  const send = open(socket);
  let signOfLife: string | null = extendBy(limitMs);
  const timer = setInterval(() => signOfLife !== null && send(signOfLife), limitMs / 3).unref();
  return {
    ready() {
      signOfLife = isWatched ? 'WATCHDOG=1' : null;
      send('READY=1');
    },
    stopping(stopLimitMs) {
      clearInterval(timer);
      send(`STOPPING=1 ${extendBy(stopLimitMs)}`);
    },
  };
}

function extendBy(limitMs: number): string {
  return `EXTEND_TIMEOUT_USEC=${Math.ceil(limitMs * 1000)}`;
}

/**
 * Sends by systemd's own program, because Node.js has no datagram sockets of the Unix domain. A shell that is started once
 * runs it: each start of a program stops the event loop for as long as the copy of its page tables takes, which was 200 ms
 * with 500 MiB. The shell ends with this process. It reports a failure to send on standard error.
 */
export function openSystemdNotify(socket: string): (assignments: string) => void {
  let shell: ChildProcess | null = null;

  function start(): ChildProcess {
    const child = spawn('/bin/sh', ['-c', 'while read -r assignments; do systemd-notify $assignments; done'], {
      env: { PATH: process.env.PATH, NOTIFY_SOCKET: socket },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const forget = () => {
      if (shell === child) shell = null;
    };
    child.once('error', forget).once('exit', forget).unref();
    // The next assignment goes to another shell.
    child.stdin?.on('error', forget);
    return child;
  }

  shell = start();
  return (assignments) => {
    shell ??= start();
    shell.stdin?.write(`${assignments}\n`);
  };
}
