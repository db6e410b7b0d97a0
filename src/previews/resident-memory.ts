import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const kibibyte = 1024;

/** Memory of a process that is in RAM, in bytes; 0 for one that has ended. */
export async function residentMemory(pid: number): Promise<number> {
  try {
    const text = process.platform === 'linux' ? await ofProc(pid) : await ofPs(pid);
    return Number(text) * kibibyte;
  } catch {
    return 0;
  }
}

/** proc(5). */
async function ofProc(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? '0';
}

async function ofPs(pid: number): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
}
