import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The time after the failing call: with a full disk the process tidies up, a killed process makes no further calls. */
export type FileFault = 'ENOSPC' | 'kill';

interface FailingFileCalls {
  /** How many calls were made so far that change a file system. */
  readonly calls: number;
  /** Gives the process its own calls back. */
  end(): void;
}

type Call = (...args: never[]) => unknown;
type Calls = Record<string, Call>;

/** Calls that need room on the disk. The others make room, or need no room. */
const filling = new Set([
  'open',
  'mkdir',
  'writeFile',
  'write',
  'writev',
  'link',
  'rename',
  'sync',
  'fsync',
  'datasync',
]);
const freeing = new Set(['rm', 'unlink', 'rmdir']);

/**
 * Lets the call with this number fail that changes a file system. Half of its bytes are written.
 * @param failAt Counts from 1.
 */
export async function failFileCalls(failAt: number, fault: FileFault): Promise<FailingFileCalls> {
  const handle = await fs.promises.open('/dev/null');
  const handles = Object.getPrototypeOf(handle) as Calls;
  await handle.close();
  let calls = 0;

  function errorOf(name: string): Error | null {
    const isCounted = filling.has(name) || (fault === 'kill' && freeing.has(name));
    if (!isCounted) return null;
    calls += 1;
    const fails = fault === 'kill' ? calls >= failAt : calls === failAt;
    return fails ? Object.assign(new Error(`${fault}: the call ${calls}, ${name}`), { code: 'ENOSPC' }) : null;
  }

  /** Text and bytes at the front of the arguments. */
  function half(args: readonly unknown[]): unknown[] {
    return args.map((arg) => {
      if (typeof arg === 'string' && !arg.startsWith('/')) return arg.slice(0, arg.length / 2);
      return Buffer.isBuffer(arg) ? arg.subarray(0, arg.length / 2) : arg;
    });
  }

  const isReading = (name: string, args: readonly unknown[]) =>
    name === 'open' && ['r', undefined].includes(args[1] as never);

  const undo: (() => void)[] = [];
  function replace(owner: Calls, name: string, make: (original: Call) => Call): void {
    const original = owner[name];
    if (original === undefined) return;
    owner[name] = make(original);
    undo.push(() => {
      owner[name] = original;
    });
  }

  const withPromises =
    (name: string) =>
    (original: Call): Call =>
      async function (this: unknown, ...args: never[]) {
        const error = isReading(name, args) ? null : errorOf(name);
        if (error === null) return original.apply(this, args);
        if (name === 'writeFile' || name === 'write') await original.apply(this, half(args) as never[]);
        throw error;
      };
  const withCallback =
    (name: string) =>
    (original: Call): Call =>
      function (this: unknown, ...args: never[]) {
        const error = isReading(name, args) ? null : errorOf(name);
        if (error === null) return original.apply(this, args);
        return (args.at(-1) as unknown as (error: Error) => void)(error);
      };

  for (const name of [...filling, ...freeing]) {
    replace(fs.promises as unknown as Calls, name, withPromises(name));
    replace(handles, name, withPromises(name));
  }
  for (const name of ['open', 'write', 'writev', 'fsync']) replace(fs as unknown as Calls, name, withCallback(name));
  syncBuiltinESMExports();
  return {
    get calls() {
      return calls;
    },
    end() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}
