import { statfs } from 'node:fs/promises';

const mebibyte = 1024 * 1024;

/**
 * Prints the needed space.
 * @throws {Error} When the file system of this directory has less.
 */
export async function checkDisk(directory: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const freeMiB = Math.floor((bavail * bsize) / mebibyte);
  const neededMiB = Math.ceil(neededBytes / mebibyte);
  console.log(`${neededMiB} MiB of disk are needed in ${directory}, ${freeMiB} MiB are free`);
  if (freeMiB < neededMiB) throw new Error('There is not enough room; TMPDIR names another place');
}
