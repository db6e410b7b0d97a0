import { readFile } from 'node:fs/promises';

/** Resolves with a field of `/proc/<pid>/status` (proc(5)). Rejects when the process has ended. Linux only. */
export async function statusMiB(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** Resolves with the peak of a process's resident memory since its start, in MiB, or with 0 when it has ended. */
export async function peakMiBOf(pid: number): Promise<number> {
  return (await statusMiB(pid, 'VmHWM').catch(() => 0)) || 0;
}
