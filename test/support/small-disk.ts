import { execFileSync } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';

/** A directory on its own, small file system. */
export interface SmallDisk {
  usedBytes(): Promise<number>;
  grow(sizeBytes: number): void;
  unmount(): void;
}

/** Mounts a small file system. Requires root on Linux. */
export async function mountSmallDisk(directory: string, sizeBytes: number): Promise<SmallDisk> {
  await mkdir(directory, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', directory], { stdio: 'ignore' });
  return {
    async usedBytes() {
      const { blocks, bfree, bsize } = await statfs(directory);
      return (blocks - bfree) * bsize;
    },
    grow: (bytes) => void execFileSync('mount', ['-o', `remount,size=${bytes}`, directory], { stdio: 'ignore' }),
    unmount: () => void execFileSync('umount', ['--lazy', directory], { stdio: 'ignore' }),
  };
}
