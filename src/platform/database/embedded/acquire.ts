import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Cluster } from './cluster.ts';
import { DataDirectoryInUseError, damageRemedy, EmbeddedDatabaseError } from './errors.ts';
import { removeStaleLockFiles } from './lock-files.ts';
import { claimOwnership, type Ownership } from './ownership.ts';
import { launchPostmaster, lostToAnotherServer, type Postmaster, stopPostmaster } from './postmaster.ts';

const pollMs = 10;
const contentionPauseMs = 100;
/** Long enough for crash recovery on a slow disk. */
const timeoutMs = 120_000;
/** PostgreSQL's messages about a damaged or missing control file, write-ahead log or table. */
const damage = new RegExp(
  [
    'PANIC: ',
    'could not find the database system',
    'not a valid data directory',
    'checkpoint record',
    'control file',
    'database files are incompatible',
    'incorrect checksum',
    'invalid page',
    'could not access status of transaction',
    'required WAL directory',
    'could not open (?:file|directory) "(?:\\./)?(?:global|base|pg_)(?!.*Permission denied)',
  ].join('|'),
);
const noServerCodes: readonly unknown[] = ['ENOENT', 'ECONNREFUSED'];

/**
 * Makes this process the owner of the cluster, with a running server. Adopts the server that a killed owner left
 * behind, or starts a new one.
 * @throws {DataDirectoryInUseError} when another live process is the owner
 * @throws {EmbeddedDatabaseError} when the server cannot be started; the message has the last lines of its log
 */
export async function acquireServer(cluster: Cluster, socketPath: string, signal: AbortSignal): Promise<Ownership> {
  let launched: Postmaster | null = null;
  try {
    for (const giveUpAt = performance.now() + timeoutMs; ; await sleep(pollMs, undefined, { signal })) {
      signal.throwIfAborted();
      const claimed = await claimOwnership(socketPath, cluster.dataDirectory).catch((error: Error) => error);
      if (!(claimed instanceof Error)) return claimed;
      if (claimed instanceof DataDirectoryInUseError) throw claimed;
      if (claimed instanceof DatabaseError && damage.test(claimed.message)) {
        throw await startFailure(cluster, launched, claimed.message);
      }
      if (launched?.ending) {
        if (!(await lostToAnotherServer(launched))) throw await startFailure(cluster, launched, launched.ending);
        // The next turn of the loop tries the other server, or starts a new one if the other is gone.
        launched = null;
        await removeStaleLockFiles(cluster);
        await sleep(contentionPauseMs, undefined, { signal });
      }
      if (performance.now() > giveUpAt) throw await startFailure(cluster, launched, claimed.message);
      const isNoServerThere = 'code' in claimed && noServerCodes.includes(claimed.code);
      if (!launched && isNoServerThere) launched = await launchPostmaster(cluster);
    }
  } catch (error) {
    // The holder of the lock owns the server, even a server that this process has started.
    const isOurs = !(error instanceof DataDirectoryInUseError);
    if (launched && isOurs) await stopPostmaster(launched.pid, cluster).catch(() => {});
    throw error;
  }
}

async function startFailure(
  cluster: Cluster,
  launched: Postmaster | null,
  reason: string,
): Promise<EmbeddedDatabaseError> {
  const tail = (await launched?.logTail()) ?? '';
  const remedy = damage.test(`${reason}\n${tail}`) ? damageRemedy : 'Set DATABASE_URL to use another server';
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL in ${cluster.directory} does not start: ${reason}. ` +
      `${remedy}. The end of ${cluster.logFile}:\n${tail || '(empty)'}`,
  );
}
