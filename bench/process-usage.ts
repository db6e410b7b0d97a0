import { readFile } from 'node:fs/promises';

/** The unit of `/proc/<pid>/stat` (proc(5), USER_HZ): 100 on every Linux that Node runs on. */
const millisecondsPerTick = 10;
/** Places of `utime` and `stime` behind the command's closing parenthesis. */
const userTimePlace = 11;
const systemTimePlace = 12;

/** CPU time a process has used so far, all its threads together, in milliseconds; counted in steps of 10. Linux only. */
export async function cpuTimeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const places = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(places[userTimePlace]) + Number(places[systemTimePlace])) * millisecondsPerTick;
}

/** The most memory a process has had resident since its start, in MiB. Linux only. */
export async function peakMemoryMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
