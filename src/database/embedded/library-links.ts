import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** npm packages hold no symbolic links; the package's own install script, which may not have run, makes them. */
export async function linkLibraries(root: string): Promise<void> {
  const manifest = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(manifest) as readonly { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target);
      if (await lstat(path).catch(() => null)) return;
      await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}
