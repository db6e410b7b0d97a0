import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerImage } from './container-image.ts';
import { runTool, type ToolResult, toolEnvironment } from './debian-tools.ts';
import { allowedSystemCalls } from './system-call-filter.ts';

const account = 1000;

/**
 * A container with the system calls of the systemd unit, which no test can start, and otherwise as `docker run
 * --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --volume …:/data --network host`.
 */
export interface Container {
  /** The log lines so far. */
  readonly log: readonly string[];
  /** Resolves when a line of the log matches. Rejects when the container ends before. */
  logged(pattern: RegExp): Promise<void>;
  /** Runs a command inside the container. */
  exec(...command: string[]): Promise<ToolResult>;
  /** Signals process 1 of the container only. */
  signal(name: 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Resolves with the exit code when the container has ended. */
  readonly ended: Promise<number | null>;
  remove(): Promise<void>;
}

/** @param env Replaces or extends the image's variables. */
export async function runContainer(image: ContainerImage, env: Record<string, string>): Promise<Container> {
  const directory = await mkdtemp(join(tmpdir(), 'container-'));
  const volume = join(directory, 'data');
  await mkdir(volume);
  await chown(volume, account, account);
  await writeFile(join(directory, 'config.json'), JSON.stringify(await runtimeConfig(image, volume, env)));
  const id = basename(directory);
  const runc = (command: string, ...args: string[]) =>
    runTool('runc', ['--root', join(directory, 'state'), command, ...args]);
  const child = spawn('runc', ['--root', join(directory, 'state'), 'run', '--bundle', directory, id], {
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const log = collectLog(child);
  return {
    log,
    ended,
    logged: (pattern) => waitForLine(child, log, pattern),
    exec: (...command) => runc('exec', id, ...command),
    signal: async (name) => void (await runc('kill', id, name)),
    async remove() {
      if (child.exitCode === null) {
        await runc('kill', id, 'SIGKILL');
        await ended;
      }
      await runc('delete', '--force', id);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function runtimeConfig(
  { root, config }: ContainerImage,
  volume: string,
  env: Record<string, string>,
): Promise<object> {
  const [uid, gid] = config.User.split(':').map(Number);
  const none: readonly string[] = [];
  const temporary = { type: 'tmpfs', source: 'tmpfs' };
  return {
    ociVersion: '1.0.2',
    root: { path: root, readonly: true },
    process: {
      user: { uid, gid },
      cwd: config.WorkingDir,
      args: [...config.Entrypoint, ...config.Cmd],
      env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      noNewPrivileges: true,
      capabilities: { bounding: none, effective: none, permitted: none, inheritable: none },
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', ...temporary, options: ['nosuid', 'mode=755'] },
      { destination: '/dev/shm', ...temporary, options: ['nosuid', 'nodev', 'mode=1777'] },
      { destination: '/tmp', ...temporary, options: ['nosuid', 'nodev', 'mode=1777'] },
      { destination: '/data', type: 'bind', source: volume, options: ['rbind', 'rw'] },
    ],
    linux: {
      namespaces: [{ type: 'mount' }, { type: 'pid' }, { type: 'ipc' }],
      seccomp: {
        defaultAction: 'SCMP_ACT_ERRNO',
        syscalls: [{ names: [...(await allowedSystemCalls())], action: 'SCMP_ACT_ALLOW' }],
      },
    },
  };
}

function collectLog({ stdout, stderr }: ChildProcess): readonly string[] {
  const lines: string[] = [];
  for (const stream of [stdout, stderr]) {
    if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  }
  return lines;
}

async function waitForLine(child: ChildProcess, log: readonly string[], pattern: RegExp): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!log.some((line) => pattern.test(line))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`Not in its log: ${pattern}\n${log.join('\n')}`);
    }
    await sleep(50);
  }
}
