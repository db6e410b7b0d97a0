import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../test/support/free-port.ts';
import { proxyVariables } from './debian-tools.ts';

/** A tarball that npx has installed into a cache of its own, and started in an empty folder. */
export interface ProgramByNpx {
  readonly address: string;
  /** Standard output and standard error of npx and of the program. */
  output(): string;
  /** Stops it, and removes its files. */
  remove(): Promise<void>;
}

/** @param path The folders of Node.js and npm, before those of this machine. */
export async function startByNpx(tarball: string, path = ''): Promise<ProgramByNpx> {
  const folder = await mkdtemp(join(tmpdir(), 'by-npx-'));
  const [cwd, cache] = [join(folder, 'empty'), join(folder, 'npm')];
  await Promise.all([mkdir(cwd), mkdir(cache)]);
  // Packages come from this machine's cache, which is linked where it has the same file system.
  const shared = join(npmSetting('cache'), '_cacache');
  execFileSync('sh', ['-c', 'cp -al "$1" "$2" 2> /dev/null || cp -a "$1" "$2"', 'sh', shared, cache]);
  const port = await freePort();
  const env = {
    ...proxyVariables(),
    HOME: folder,
    PATH: path === '' ? process.env.PATH : `${path}:${process.env.PATH}`,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_registry: npmSetting('registry'),
    BUCKET_NAME: 'commissions',
    DISK_FLOOR_BYTES: '0',
    PORT: String(port),
    INBOX: 'off',
  };
  const args = ['--yes', `--package=${tarball}`, 'commissions', 'serve'];
  const child = spawn('npx', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const closed = once(child, 'close');
  return {
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    async remove() {
      // npx and the program.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function npmSetting(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
}
