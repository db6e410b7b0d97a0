import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectPath } from '../../bench/paths.ts';

export const events = ['kill', 'switchover', 'freeze'] as const;
type ClusterEvent = (typeof events)[number];

/** Three PostgreSQL servers under Patroni with synchronous replication, run by `scripts/engines/patroni.sh`. */
export interface Cluster {
  /** A URL with all three hosts. */
  readonly databaseUrl: string;
  /** Makes the leader lose the leadership. Resolves when another member has it. */
  removeLeader(how: ClusterEvent): Promise<void>;
  /** Resumes or restarts the member that was frozen or killed last. Resolves when all three members work together. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

const execute = promisify(execFile);
const changeMs = 120_000;
const pollMs = 250;

export async function startCluster(basePort: number): Promise<Cluster> {
  const state = await mkdtemp(join(tmpdir(), 'patroni-'));
  await chmod(state, 0o711);
  const env = { ...process.env, PATRONI_STATE: state, BASE: String(basePort) };
  let out: string | null = null;

  async function run(...command: string[]): Promise<string> {
    return (await execute('bash', [projectPath('scripts/engines/patroni.sh'), ...command], { env })).stdout.trim();
  }

  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const giveUpAt = Date.now() + changeMs; Date.now() < giveUpAt; await sleep(pollMs)) {
      if (await isSo().catch(() => false)) return;
    }
    throw new Error(`The cluster has no ${what} after ${changeMs / 1000} s:\n${await run('show')}`);
  }

  async function stop(): Promise<void> {
    await run('stop');
    await rm(state, { recursive: true, force: true });
  }

  try {
    const databaseUrl = await run('start');
    return {
      databaseUrl,
      async removeLeader(how) {
        const leader = await run('leader');
        if (how === 'switchover') return void (await run('switchover'));
        out = leader;
        await run(how, leader);
        await until('new leader', async () => (await run('leader')) !== leader);
      },
      async recover() {
        if (out !== null) await run('resume', out);
        out = null;
        await until('synchronous standby', async () => (await run('ready')) === '');
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
