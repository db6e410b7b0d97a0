import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A clock that the processes with its environment read instead of the machine's. */
export interface MovedClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock in running processes too. It goes on from there. */
  set(at: Date): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes a clock by Debian's libfaketime, which answers instead of the C library. As when an administrator sets a
 * machine's clock, the one that counts from the start of the machine stays as it is.
 */
export async function makeMovedClock(at: Date): Promise<MovedClock> {
  const directory = await mkdtemp(join(tmpdir(), 'moved-clock-'));
  // PostgreSQL has an account of its own.
  await chmod(directory, 0o755);
  const file = join(directory, 'offset');

  async function set(to: Date): Promise<void> {
    const seconds = (to.getTime() - Date.now()) / 1000;
    // A reader never sees half of it.
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}\n`);
    await rename(`${file}.next`, file);
  }

  await set(at);
  return {
    env: {
      LD_PRELOAD: await findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove: () => rm(directory, { recursive: true }),
  };
}

/** The library lies in a folder of the machine's architecture. */
async function findLibrary(): Promise<string> {
  for (const folder of await readdir('/usr/lib')) {
    const path = join('/usr/lib', folder, 'faketime');
    const names = await readdir(path).catch(() => []);
    const name = names.find((one) => one.startsWith('libfaketimeMT.so'));
    if (name !== undefined) return join(path, name);
  }
  throw new Error('Install Debian’s faketime');
}
