import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { cpuTimeMs, peakMemoryMiB, residentMemoryMiB } from './process-usage.ts';

/** A server in its own process that listens on the loopback. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  cpuTimeMs(): Promise<number>;
  peakMemoryMiB(): Promise<number>;
  residentMemoryMiB(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The executable and its arguments. It must listen on `PORT` and end on SIGTERM. */
  readonly command: readonly [string, ...string[]];
  readonly workingDirectory: string;
  /** The whole environment besides `PATH` and `PORT`. */
  readonly env: Readonly<Record<string, string>>;
}

const startTimeoutMs = 30_000;
const pollMs = 5;

/** Resolves when the server accepts connections. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const [executable, ...args] = options.command;
  const child = spawn(executable, args, {
    cwd: options.workingDirectory,
    env: { PATH: process.env.PATH, ...options.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  const pid = child.pid as number;
  try {
    await untilListening(child, port);
  } catch (error) {
    await stop(child);
    throw new Error(`${options.command.join(' ')} did not start`, { cause: error });
  }
  return {
    pid,
    port,
    cpuTimeMs: () => cpuTimeMs(pid),
    peakMemoryMiB: () => peakMemoryMiB(pid),
    residentMemoryMiB: () => residentMemoryMiB(pid),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(pollMs)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended at its start');
    if (await takesConnections(port)) return;
    if (Date.now() > deadline) throw new Error(`It does not listen after ${startTimeoutMs} ms`);
  }
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
