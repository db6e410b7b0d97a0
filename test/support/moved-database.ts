import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { runAs, workingDirectoryName } from '../../src/platform/database/embedded/account.ts';
import { openCluster } from '../../src/platform/database/embedded/cluster.ts';
import { settings } from '../../src/platform/database/embedded/postmaster.ts';
import type { TestDatabase } from './embedded-database.ts';

/**
 * Starts the embedded PostgreSQL with variables of its own, such as those of a moved clock. The service would hand down
 * none.
 */
export async function startDatabaseWith(env: Readonly<Record<string, string>>): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'moved-database-'));
  const cluster = await openCluster(directory);
  const inherited = runAs(cluster.account, cluster.directory);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(cluster.binaries.postgres, ['-D', workingDirectoryName(cluster.directory), ...options], {
    ...inherited,
    env: { ...inherited.env, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const url = `postgres://postgres@/postgres?host=${encodeURIComponent(cluster.directory)}`;
  await expect.poll(() => accepts(url)).toBe(true);
  return {
    url,
    async drop() {
      // Ends the open connections.
      child.kill('SIGINT');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
