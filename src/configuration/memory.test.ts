import { describe, expect, it } from 'vitest';
import { defaultMaxConnections, defaultSpoolMemoryBytes, usableMemory } from './memory.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
/** The value that Node reports in a version 1 cgroup without a limit. */
const unlimited = 18_446_744_073_709_552_000;

describe('the share of memory', () => {
  it.each([
    ['a sixteenth of the cgroup', 512 * mebibyte, 24 * gibibyte, 32],
    ['a sixteenth of the machine without a limit', 0, 2 * gibibyte, 128],
    ['a sixteenth of the machine below an endless limit', unlimited, 2 * gibibyte, 128],
    ['16 MiB of a small cgroup', 128 * mebibyte, 24 * gibibyte, 16],
    ['256 MiB of a large machine', 0, 24 * gibibyte, 256],
  ])('gives the spool %s', (_name, constrainedBytes, machineBytes, mebibytes) => {
    const memoryBytes = usableMemory(constrainedBytes, machineBytes);
    expect(defaultSpoolMemoryBytes({ memoryBytes, openFiles: null })).toBe(mebibytes * mebibyte);
  });

  it.each([
    ['as many as an eighth of the memory holds', gibibyte, null, 1024],
    ['a hundred on a small machine', 64 * mebibyte, null, 100],
    ['ten thousand on a large machine', 64 * gibibyte, 1_048_576, 10_000],
    ['nearly half of the files that may be open', 64 * gibibyte, 1024, 384],
  ])('allows connections: %s', (_name, memoryBytes, openFiles, connections) => {
    expect(defaultMaxConnections({ memoryBytes, openFiles })).toBe(connections);
  });
});
