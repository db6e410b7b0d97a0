import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude } from '../service/verdict.ts';
import { askForChallenges } from './ask.ts';
import { countAllRows } from './rows.ts';

const defaultChallenges = 50_000;
const ofRound = 25_000;
const warmUp = 1000;
/** Networks are counted for a minute. */
const pauseMs = 61_000;
const mostMiB = 64;
const mostMiBMore = 16;

const challenges = readCountOption(process.argv.slice(2), 'challenges', defaultChallenges);
const directory = await mkdtemp(join(tmpdir(), 'challenges-'));
const studio = join(directory, 'studio.json');
await writeFile(studio, JSON.stringify({ guard: { mode: 'hold' } }));
try {
  await withService({ CATALOGUE_FILE: studio, TRUSTED_PROXIES: '127.0.0.1' }, askAndSendNothing);
} finally {
  await rm(directory, { recursive: true });
}

async function askAndSendNothing(service: ServiceUnderTrial): Promise<void> {
  const { port, dataDirectory } = service;
  const host = join(dataDirectory, 'postgres', 'cluster');
  const pool = new Pool({ host, user: 'postgres', database: 'commissions', max: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    let asked = await askForChallenges({ port, agent, first: 0, count: warmUp });
    const rowsBefore = await countAllRows(pool);
    const residentMiB = [await service.residentMiB()];
    for (let left = challenges; left > 0; left -= ofRound) {
      if (residentMiB.length > 1) await sleep(pauseMs);
      const count = Math.min(left, ofRound);
      const startedAt = performance.now();
      const { next, given } = await askForChallenges({ port, agent, first: asked.next, count });
      asked = { next, given: asked.given + given };
      residentMiB.push(await service.residentMiB());
      const rate = Math.round((count / (performance.now() - startedAt)) * 1000);
      console.log(`${count} challenges, ${rate} a second: ${Math.round(residentMiB.at(-1) ?? 0)} MiB resident`);
    }
    const rows = (await countAllRows(pool)) - rowsBefore;
    const [before = 0, first = 0] = residentMiB;
    const last = residentMiB.at(-1) ?? 0;
    const grown = Math.round(Math.max(...residentMiB) - before);
    console.log(`resident: ${Math.round(before)} MiB before, ${Math.round(await service.peakMiB())} MiB at most`);
    conclude([
      { promise: `${asked.given} challenges are given`, kept: asked.given === warmUp + challenges },
      { promise: `${rows} rows more`, kept: rows === 0 },
      { promise: `${grown} MiB more is under ${mostMiB} MiB`, kept: grown < mostMiB },
      { promise: 'a later round adds nothing to speak of', kept: last - first < mostMiBMore },
    ]);
  } finally {
    agent.destroy();
    await pool.end();
  }
}
