import { resolve } from 'node:path';
import { accountName } from '../../process/program/start-failure.ts';

/**
 * Returns the fault and its remedy when the system refuses a folder that a command was given, a path in it, or a folder
 * that leads to it. Null for any other error, for an address such as `s3://bucket`, and for paths in `DATA_DIR` alone.
 */
export function folderFailureText(error: unknown, folder: string, dataDirectory: string): string | null {
  const { code = '', path, syscall } = Object(error) as NodeJS.ErrnoException;
  if (path === undefined || folder.includes('://') || !(isWithin(path, folder) || isWithin(folder, path))) return null;
  const isInFolderOfData = isWithin(folder, dataDirectory) && isWithin(path, folder);
  if (isWithin(path, dataDirectory) && !isInFolderOfData) return null;
  // The system refuses to make the folder itself.
  if (syscall === 'mkdir' && noRightCodes.includes(code) && isWithin(folder, path)) return noRightToMake(folder);
  return texts[code]?.(path, folder) ?? null;
}

const noRightCodes: readonly string[] = ['EACCES', 'EPERM'];

const noRightToMake = (folder: string) =>
  `The account ${accountName()} has no right to create ${folder}: ` +
  `create it for the account (install -d -o ${accountName()} ${folder}), or name another folder`;
const noRight = (path: string, folder: string) =>
  `The account ${accountName()} has no right to use ${path}: ` +
  `give it the folder (chown -R ${accountName()} ${folder}), or name another folder`;
const noRoom = (_path: string, folder: string) =>
  `The disk of ${folder} is full: free some space, or name another folder`;

const texts: Readonly<Record<string, (path: string, folder: string) => string>> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: (path) => `${path} is on a disk that is mounted read-only: mount it for writing, or name another folder`,
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  ENOTDIR: (path) => `${path} cannot be used, because a file is in the place of a folder: name another folder`,
};

export function isWithin(path: string, folder: string): boolean {
  return `${resolve(path)}/`.startsWith(`${resolve(folder)}/`.replace(/^\/+$/, '/'));
}
