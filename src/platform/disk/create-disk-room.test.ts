import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskRoom } from './create-disk-room.ts';
import { type DiskSpace, floorOf, readDiskSpace } from './disk-space.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

describe('the floor of a disk', () => {
  it.each([
    [8 * gibibyte, gibibyte],
    [20 * gibibyte, gibibyte],
    [100 * gibibyte, 5 * gibibyte],
  ])('is 5 %% of %i bytes, and at least 1 GiB', (totalBytes, floor) => {
    expect(floorOf(totalBytes, null)).toBe(floor);
  });

  it('is the one that was set', () => {
    expect(floorOf(100 * gibibyte, 5)).toBe(5);
  });
});

describe('the space of a disk', () => {
  it('is known for a folder that does not exist yet', async () => {
    const space = await readDiskSpace('/nowhere/at/all');
    expect(space).toMatchObject(await readDiskSpace('/').then((root) => ({ totalBytes: root?.totalBytes })));
    expect(space?.freeBytes).toBeLessThanOrEqual(space?.totalBytes ?? 0);
  });

  it('is unknown on a file system that does not report it', async () => {
    expect(await readDiskSpace('/proc')).toBeNull();
  });
});

describe('the room of the disks', () => {
  let free: Record<string, number>;
  let reads: number;
  let areOneDisk: boolean;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    free = { objects: 100, spool: 1000 };
    reads = 0;
    areOneDisk = false;
  });

  afterEach(() => void vi.useRealTimers());

  /** Figures are in MiB, and the floor is 50 MiB. */
  function openRoom({ readSpace = read, floorBytes = 50 * mebibyte } = {}) {
    const folders = [
      { path: 'objects', holds: 'attachments' },
      { path: 'spool', holds: 'spool' },
    ] as const;
    return createDiskRoom({ folders, floorBytes, readSpace });
  }

  async function read(folder: string): Promise<DiskSpace | null> {
    reads += 1;
    const device = areOneDisk ? 0 : ['objects', 'spool'].indexOf(folder);
    return { device, totalBytes: 2000 * mebibyte, freeBytes: (free[folder] ?? 0) * mebibyte };
  }

  /** Takes these bytes by figures that were read just before. */
  async function upload(room: ReturnType<typeof openRoom>, mebibytes: number) {
    await room.fullest();
    const one = room.open();
    one.take(mebibytes * mebibyte);
    return one;
  }

  it('is enough for a request that leaves the floor', async () => {
    const one = await upload(openRoom(), 20);
    expect([one.isShort, await one.hasRoom()]).toEqual([false, true]);
  });

  it('is short for one that does not, and stays so for this request', async () => {
    const room = openRoom();
    const one = await upload(room, 60);
    expect([one.isShort, await one.hasRoom()]).toEqual([true, false]);
    free.objects = 1000;
    vi.advanceTimersByTime(1001);
    expect(await one.hasRoom()).toBe(false);
    one.release();
    expect(await (await upload(room, 60)).hasRoom()).toBe(true);
  });

  it('counts the expected bytes of all requests in progress, except rejected ones', async () => {
    const room = openRoom();
    const all = [await upload(room, 20), await upload(room, 40), await upload(room, 25), await upload(room, 10)];
    expect(all.map(({ isShort }) => isShort)).toEqual([false, true, false, true]);
  });

  it('counts arriving bytes twice when the spool is on the disk of the objects', async () => {
    areOneDisk = true;
    const room = openRoom();
    expect((await upload(room, 24)).isShort).toBe(false);
    expect((await upload(room, 2)).isShort).toBe(true);
  });

  it('rejects by new figures where the last ones leave no room', async () => {
    const room = openRoom();
    const first = await upload(room, 30);
    vi.advanceTimersByTime(500);
    free.objects = 200;
    first.take(40 * mebibyte);
    expect(first.isShort).toBe(false);
    expect(await first.hasRoom()).toBe(true);
    expect(reads).toBe(4);
  });

  it('counts a stored request until the disk shows it', async () => {
    const room = openRoom();
    (await upload(room, 20)).release();
    // The object was written after the last check.
    const second = await upload(room, 40);
    expect(await second.hasRoom()).toBe(false);
    second.release();
    free.objects = 80;
    vi.advanceTimersByTime(1001);
    expect(await (await upload(room, 10)).hasRoom()).toBe(true);
  });

  it('is short when any of the disks is', async () => {
    free.spool = 40;
    expect(await (await upload(openRoom(), 1)).hasRoom()).toBe(false);
  });

  it('reads each disk at most once a second, and only for attachments', async () => {
    const room = openRoom();
    const idle = room.open();
    idle.release();
    expect(reads).toBe(0);
    for (let count = 0; count < 100; count += 1) await (await upload(room, 0.01)).hasRoom();
    expect(reads).toBe(2);
  });

  it('does not judge by old figures', async () => {
    free.objects = 10;
    const room = openRoom();
    await room.fullest();
    vi.advanceTimersByTime(60_000);
    free.objects = 100;
    const one = room.open();
    one.take(mebibyte);
    expect(one.isShort).toBe(false);
    expect(await one.hasRoom()).toBe(true);
  });

  it('goes on when a disk does not report its space, fails or never responds', async () => {
    const silent = () => new Promise<DiskSpace | null>(() => {});
    for (const readSpace of [async () => null, () => Promise.reject(new Error('EIO')), silent]) {
      const one = openRoom({ readSpace }).open();
      one.take(mebibyte);
      const answer = one.hasRoom();
      await vi.advanceTimersByTimeAsync(2001);
      expect(await answer).toBe(true);
    }
  });

  it('is never short without a floor, and no disk is read', async () => {
    const room = openRoom({ floorBytes: 0 });
    const one = room.open();
    one.take(gibibyte);
    expect([one.isShort, await one.hasRoom(), await room.fullest()]).toEqual([false, true, null]);
    expect(reads).toBe(0);
  });

  it('names the disk with the least space above its floor', async () => {
    expect(await openRoom().fullest()).toEqual({
      folder: 'objects',
      freeBytes: 100 * mebibyte,
      floorBytes: 50 * mebibyte,
    });
  });
});
