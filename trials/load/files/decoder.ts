import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMiBOf } from '../../service/process-memory.ts';

const intervalMs = 50;

/** Resolves, after the signal, with the largest resident memory of all preview processes of a service, in MiB. */
export async function watchDecoder(servicePid: number, signal: AbortSignal): Promise<number> {
  let peakMiB = 0;
  for (; !signal.aborted; await sleep(intervalMs)) {
    const children = await readOf(servicePid, `task/${servicePid}/children`);
    for (const child of children.split(' ').map(Number).filter(Boolean)) {
      if ((await readOf(child, 'cmdline')).includes('preview-program'))
        peakMiB = Math.max(peakMiB, await peakMiBOf(child));
    }
  }
  return peakMiB;
}

/** Resolves with a text of proc(5), which is empty when the process has ended. */
function readOf(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
}
