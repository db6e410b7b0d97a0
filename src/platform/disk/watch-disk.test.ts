import { beforeEach, describe, expect, it } from 'vitest';
import type { FullestDisk } from './disk-room.ts';
import { createDiskWatch } from './watch-disk.ts';

let free: number | null;
let isLowNotified: boolean;
let logged: string[];
let settled: string[];

beforeEach(() => {
  free = 1000;
  isLowNotified = false;
  logged = [];
  settled = [];
});

const disk = (): FullestDisk | null => (free === null ? null : { folder: '/data', freeBytes: free, floorBytes: 100 });

function watch() {
  const note = (level: string) => (_facts: unknown, text: string) => void logged.push(`${level} ${text.slice(0, 30)}`);
  return createDiskWatch({
    room: { fullest: async () => disk() },
    notices: { wasLowNotified: async () => isLowNotified, settle: async (state) => void settled.push(state) },
    log: { warn: note('warn'), info: note('info') } as never,
  });
}

async function checkAt(check: () => Promise<void>, ...figures: readonly (number | null)[]): Promise<void> {
  for (free of figures) await check();
}

describe('the watch on the disks', () => {
  it('logs once that a disk is low, and once that it has room again', async () => {
    await checkAt(watch(), 100, 99, 50, 200, 300);
    expect(logged).toEqual(['warn Disk: that of /data has too li', 'info Disk: that of /data has room f']);
    expect(settled).toEqual(['enough', 'low', 'low', 'enough', 'enough']);
  });

  it('does not report room for a disk that varies around its floor', async () => {
    await checkAt(watch(), 99, 101, 99, 109, 99, 110);
    expect(logged).toHaveLength(2);
    expect(settled).toEqual(['low', 'low', 'low', 'low', 'low', 'enough']);
  });

  it('remembers a low disk after a restart', async () => {
    isLowNotified = true;
    await checkAt(watch(), 105, 110);
    expect(settled).toEqual(['low', 'enough']);
  });

  it('makes no notice while the free space is unknown', async () => {
    await checkAt(watch(), null);
    expect([logged, settled]).toEqual([[], []]);
  });
});
