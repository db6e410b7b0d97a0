import { readdir, readFile } from 'node:fs/promises';

/** The unit of `/proc/<pid>/stat` (proc(5), USER_HZ): 100 on every Linux that Node runs on. */
const millisecondsPerTick = 10;
/** The position of `utime` after the command's closing parenthesis. `stime`, `cutime` and `cstime` follow. */
const userTimeField = 11;
const timeFields = 4;

/**
 * Resolves with the CPU time so far of a process and its children, including ended ones, in milliseconds, in steps of
 * 10. Linux only.
 */
export async function cpuTimeMs(pid: number): Promise<number> {
  return sum(await Promise.all((await processTree(pid)).map(ownCpuTimeMs)));
}

/** Resolves with the peak of resident memory of a process, in MiB. For children, adds each one's peak. Linux only. */
export async function peakMemoryMiB(pid: number): Promise<number> {
  return sum(await Promise.all((await processTree(pid)).map((one) => ownMemoryMiB(one, 'VmHWM'))));
}

/** Resolves with the current resident memory of a process and its children, in MiB. Linux only. */
export async function residentMemoryMiB(pid: number): Promise<number> {
  return sum(await Promise.all((await processTree(pid)).map((one) => ownMemoryMiB(one, 'VmRSS'))));
}

async function processTree(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [pid, ...(await Promise.all(children.map(processTree))).flat()];
}

/** Linux lists a child with the thread that created it. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((thread) => readThreadFile(`/proc/${pid}/task/${thread}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** A thread may end during the measurement. */
function readThreadFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Like `cpuTimeMs`, without running children. */
export async function ownCpuTimeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return sum(fields.slice(userTimeField, userTimeField + timeFields).map(Number)) * millisecondsPerTick;
}

/** Resolves with a field by its name in proc(5). */
async function ownMemoryMiB(pid: number, name: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
