import { once } from 'node:events';
import { chmod, lstat, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../program/start-failure.ts';

/** The service's account and its group, to which the account of a proxy is added. */
const mode = 0o660;

/**
 * Listens on a socket file, which Node.js removes when the app closes. Replaces the file that a dead process has left.
 * @param variable The variable that sets the path, for messages.
 * @throws {StartError} when there cannot be such a file
 */
export async function listenOnSocketFile(app: FastifyInstance, path: string, variable: string): Promise<void> {
  const folder = dirname(path);
  if (!(await isFolder(folder))) {
    throw new StartError(
      `${folder} of ${variable} is no folder: create it, as RuntimeDirectory= does in a unit of systemd`,
    );
  }
  await removeStale(path, variable);
  try {
    await app.listen({ path });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    throw new StartError(`This account has no right to create ${path} of ${variable}: give it the folder ${folder}`, {
      cause: error,
    });
  }
  await chmod(path, mode);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** @throws {StartError} when the file is in use, or no socket */
async function removeStale(path: string, variable: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) throw new StartError(`${path} of ${variable} is no socket: remove it, or set another path`);
  if (await hasListener(path)) {
    throw new StartError(`${path} is in use by another program: stop that program, or set another ${variable}`);
  }
  await rm(path, { force: true });
}

/** A socket that refuses connections is one of a dead process. */
async function hasListener(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code));
  } finally {
    socket.destroy();
  }
}
