import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, chmod, chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { syncDirectory } from '../../disk/durable-files.ts';
import { type Account, chooseAccount, runAs, workingDirectoryName } from './account.ts';
import { type Binaries, cacheDirectory, findBinaries, packageDirectory } from './binaries.ts';
import { damageRemedy, EmbeddedDatabaseError } from './errors.ts';

const run = promisify(execFile);
const stagingPrefix = 'initdb-';
const initdbArguments = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // Syncs the whole file system with one call instead of about a thousand files one by one.
  ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
];

/** PostgreSQL's files below a data directory, and the facts that are needed to run a server on them. */
export type Cluster = Readonly<Awaited<ReturnType<typeof openCluster>>>;

/** Returns the directory of the cluster and its socket below a data directory. */
export function clusterDirectory(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'postgres', 'cluster');
}

/** Opens the cluster below the data directory, or creates it. @throws {EmbeddedDatabaseError} */
export async function openCluster(dataDirectory: string) {
  const directory = clusterDirectory(dataDirectory);
  const home = dirname(directory);
  await mkdir(home, { recursive: true });
  const account = await chooseAccount(directory);
  const packageRoot = packageDirectory(process.platform, process.arch);
  const binaries = await findBinaries(packageRoot, account, cacheDirectory(home));
  if (!existsSync(directory)) await makeCluster(directory, account, binaries);
  if (account) await changeOwner(directory, account);
  await makeUsable(directory, binaries);
  const { dev, ino } = await stat(directory);
  return {
    /** The path as the operator configured it. */
    dataDirectory,
    /** The directory of the cluster and its unix socket. Mode 0700, owned by `account`. */
    directory,
    logFile: join(home, 'server.log'),
    account,
    binaries,
    /** The `cluster_name` of the server, which distinguishes it from every other process. */
    name: `commissions-${dev}-${ino}`,
  };
}

/** Removes files of killed starts. Only for the owner of the cluster. The next start retries failed removals. */
export async function removeLeftOvers(cluster: Cluster): Promise<void> {
  const home = dirname(cluster.directory);
  for (const name of await readdir(home)) {
    if (!name.startsWith(stagingPrefix)) continue;
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Creates the cluster atomically: initdb fills a temporary directory, which is renamed at the end. */
async function makeCluster(directory: string, account: Account | null, binaries: Binaries): Promise<void> {
  const home = dirname(directory);
  const staging = await mkdtemp(join(home, stagingPrefix));
  try {
    if (account) await chown(staging, account.uid, account.gid);
    await run(binaries.initdb, ['-D', workingDirectoryName(staging), ...initdbArguments], runAs(account, staging));
    await rename(staging, directory);
    await syncDirectory(home);
  } catch (cause) {
    await rm(staging, { recursive: true, force: true }).catch(() => {});
    // Another first start was faster. It may even have removed this start's directory as a left-over.
    if (existsSync(directory)) return;
    const { stderr, message } = cause as { stderr?: string; message: string };
    const reason = stderr?.trim() || message;
    throw new EmbeddedDatabaseError(`PostgreSQL's initdb failed below ${home}: ${reason}`, { cause });
  }
}

/** Changes the owner of a cluster that root created, perhaps from a backup. The top comes last and marks success. */
async function changeOwner(directory: string, account: Account): Promise<void> {
  if ((await stat(directory)).uid === account.uid) return;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(directory, account.uid, account.gid);
}

async function makeUsable(directory: string, binaries: Binaries): Promise<void> {
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause) => {
    throw new EmbeddedDatabaseError(`${directory} belongs to another account: start the service as that account`, {
      cause,
    });
  });
  // A copy from a backup may have lost its mode. PostgreSQL does not start with other modes.
  await chmod(directory, 0o700);
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (Number(version) === binaries.majorVersion) return;
  if (!/^\d+$/.test(version)) {
    throw new EmbeddedDatabaseError(`${directory} does not say which PostgreSQL made it. ${damageRemedy}`);
  }
  throw new EmbeddedDatabaseError(
    `${directory} was made by PostgreSQL ${version}, and this version of the service has PostgreSQL ` +
      `${binaries.majorVersion}: back up with the version that made it (commissions backup), ` +
      'and restore that with this version into an empty DATA_DIR (commissions restore)',
  );
}
