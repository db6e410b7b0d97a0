import { readdir, readlink } from 'node:fs/promises';

/**
 * Resolves with the paths below `directory` that this process has open, including deleted files. Always empty without
 * /proc.
 */
export async function openFilesBelow(directory: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${directory}/`));
}
