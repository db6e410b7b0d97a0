import { beforeEach, describe, expect, it } from 'vitest';
import type { FullestDisk } from './disk-room.ts';
import { createDiskWatch } from './watch-disk.ts';

let free: number | null;
let notifiedOfLow: boolean;
let logged: string[];
let told: string[];

beforeEach(() => {
  free = 1000;
  notifiedOfLow = false;
  logged = [];
  told = [];
});

const disk = (): FullestDisk | null => (free === null ? null : { folder: '/data', freeBytes: free, floorBytes: 100 });

function watch() {
  const note = (level: string) => (_facts: unknown, text: string) => void logged.push(`${level} ${text.slice(0, 30)}`);
  return createDiskWatch({
    room: { fullest: async () => disk() },
    notices: { areNotifiedOfLow: async () => notifiedOfLow, settle: async (state) => void told.push(state) },
    log: { warn: note('warn'), info: note('info') } as never,
  });
}

async function lookAt(look: () => Promise<void>, ...figures: readonly (number | null)[]): Promise<void> {
  for (free of figures) await look();
}

describe('the watch on the disks', () => {
  it('says once that one is low, and once that it has room again', async () => {
    await lookAt(watch(), 100, 99, 50, 200, 300);
    expect(logged).toEqual(['warn Disk: that of /data has too li', 'info Disk: that of /data has room f']);
    expect(told).toEqual(['enough', 'low', 'low', 'enough', 'enough']);
  });

  it('does not take one that goes up and down at its floor for one with room', async () => {
    await lookAt(watch(), 99, 101, 99, 109, 99, 110);
    expect(logged).toHaveLength(2);
    expect(told).toEqual(['low', 'low', 'low', 'low', 'low', 'enough']);
  });

  it('goes on after a restart where it ended', async () => {
    notifiedOfLow = true;
    await lookAt(watch(), 105, 110);
    expect(told).toEqual(['low', 'enough']);
  });

  it('says nothing when nothing is known of the disks', async () => {
    await lookAt(watch(), null);
    expect([logged, told]).toEqual([[], []]);
  });
});
