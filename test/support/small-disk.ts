import { execFileSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';

/** A directory on its own, small file system. */
export interface SmallDisk {
  usedBytes(): Promise<number>;
  grow(sizeBytes: number): void;
  unmount(): void;
}

/** Mounts a small file system. Requires root on Linux. @param maxFiles The directory itself counts as one. */
export async function mountSmallDisk(directory: string, sizeBytes: number, maxFiles?: number): Promise<SmallDisk> {
  await mkdir(directory, { recursive: true });
  const options = `size=${sizeBytes}${maxFiles === undefined ? '' : `,nr_inodes=${maxFiles}`}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' });
  return {
    async usedBytes() {
      const { blocks, bfree, bsize } = await statfs(directory);
      return (blocks - bfree) * bsize;
    },
    grow: (bytes) => void execFileSync('mount', ['-o', `remount,size=${bytes}`, directory], { stdio: 'ignore' }),
    unmount: () => void execFileSync('umount', ['--lazy', directory], { stdio: 'ignore' }),
  };
}
