import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { copyRuntime } from '../support/readable-install.ts';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../..');

/** The compiled `service-program.ts`. */
export interface Program {
  /** The Node that runs the program. Every account can read it. */
  readonly node: string;
  readonly path: string;
  remove(): Promise<void>;
}

export interface Message {
  readonly ready?: true;
  readonly closed?: true;
  readonly signal?: string;
  readonly event?: string;
  readonly rows?: readonly Record<string, unknown>[];
  readonly error?: string;
  readonly message?: string;
}

export interface ServiceProcess {
  readonly pid: number;
  /** Resolves with the next message of the process. Rejects when the process has ended. */
  next(): Promise<Message>;
  query(sql: string): Promise<Message>;
  /** Ends the input of the process, which makes it close the database. Resolves when the process has ended. */
  close(): Promise<void>;
  /** Sends the signal to the process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Sends SIGKILL to this process only. Resolves when the process has ended. */
  kill(): Promise<void>;
}

export async function compileProgram(): Promise<Program> {
  const directory = await mkdtemp(join(tmpdir(), 'service-program-'));
  await chmod(directory, 0o755);
  const node = await copyRuntime(directory);
  const options = ['--ignoreConfig', '--noCheck', '--module', 'nodenext', '--target', 'es2023'];
  const paths = ['--rewriteRelativeImportExtensions', '--rootDir', repository, '--outDir', directory];
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const source = join(repository, 'test/database/service-program.ts');
  await run(process.execPath, [compiler, ...options, ...paths, source], { cwd: repository });
  await run('cp', [join(repository, 'package.json'), directory]);
  return {
    node,
    path: join(directory, 'test/database/service-program.js'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export function startService(
  program: Program,
  dataDirectory: string,
  account: { uid: number; gid: number } | null = null,
): ServiceProcess {
  const child = spawn(program.node, [program.path, dataDirectory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...account,
  });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const pid = child.pid ?? 0;

  async function next(): Promise<Message> {
    const line = await lines.next();
    if (line.done) throw new Error('the service process has ended');
    return JSON.parse(line.value) as Message;
  }

  return {
    pid,
    next,
    query(sql) {
      child.stdin.write(`${sql}\n`);
      return next();
    },
    async close() {
      child.stdin.end();
      await ended;
    },
    signalGroup: (signal) => process.kill(-pid, signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
