import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Watches the largest resident memory of all preview processes since its start, in MiB. */
export interface DecoderWatch {
  stop(): Promise<number>;
}

const intervalMs = 50;

/** Polls the children of the service (proc(5)). */
export function watchDecoder(servicePid: number): DecoderWatch {
  let isStopped = false;
  let peakMiB = 0;
  const watching = (async () => {
    while (!isStopped) {
      for (const pid of await decodersOf(servicePid)) peakMiB = Math.max(peakMiB, await peakOf(pid));
      await sleep(intervalMs);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return peakMiB;
    },
  };
}

async function decodersOf(servicePid: number): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: string[] = [];
  for (const pid of pids) {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(await read(pid, 'status')) ?? [];
    if (Number(parent) === servicePid && (await read(pid, 'cmdline')).includes('preview-program')) found.push(pid);
  }
  return found;
}

async function peakOf(pid: string): Promise<number> {
  const [, kibibytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(await read(pid, 'status')) ?? [];
  return Number(kibibytes) / 1024;
}

/** Resolves with an empty text when the process has ended. */
function read(pid: string, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
}
