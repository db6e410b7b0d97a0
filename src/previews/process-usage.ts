import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const kibibyte = 1024;
/** Of the kernel's clock for processes, on every platform of Linux (`USER_HZ`, proc(5)). */
const msPerTick = 10;

/** Memory of a process that is in RAM, in bytes; 0 for one that has ended. */
export async function residentMemory(pid: number): Promise<number> {
  try {
    const text = process.platform === 'linux' ? await ofProc(pid) : await ofPs(pid);
    return Number(text) * kibibyte;
  } catch {
    return 0;
  }
}

/** Time that a processor has worked for a process; null where the platform does not tell, or it has ended. */
export async function processorMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The name, in brackets, may hold anything. It is the second field; user and system time are the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return null;
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
