import { readdir, readlink } from 'node:fs/promises';

/** The paths below `directory` that this process holds open, deleted ones too. Always none where there is no /proc. */
export async function openFilesBelow(directory: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(`${directory}/`));
}
