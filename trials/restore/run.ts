import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../src/configuration/read-config.ts';
import { openEraser } from '../../src/process/parts/request-parts.ts';
import { withReleases } from '../../src/process/program/releases.ts';
import { createRandom } from '../random.ts';
import { readOnlyCount } from '../service/options.ts';
import { withService } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { finishedBackup, killedBackup } from './backup-process.ts';
import { type Answered, startLoad } from './load.ts';
import { type Restored, restoreIntoAll } from './targets.ts';

/** The duration without any backup. */
const aloneMs = 10_000;
const longestMs = 4000;
const lateErasures = 5;
const maxPeakMiB = 200;

const kills = readOnlyCount('kills', 50);
const random = createRandom(kills);
const scratch = await mkdtemp(join(tmpdir(), 'restore-trial-'));
const backups = join(scratch, 'backups');

try {
  conclude(await withService({}, ({ port, dataDirectory }) => run(port, dataDirectory)));
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function run(port: number, dataDirectory: string): Promise<readonly Promised[]> {
  const env = { BUCKET_NAME: 'trial', DATA_DIR: dataDirectory };
  const log = pino({ level: 'silent' });
  return withReleases(log, async (releases) => {
    const { eraser, inbox } = await openEraser({ config: readConfig(env), log, releases });
    const load = startLoad(port, inbox, eraser, random);
    const startedAt = Date.now();
    await sleep(aloneMs);
    const alone = answersBetween(load.answered, startedAt, Date.now());
    let killed = 0;
    for (let count = 0; count < kills; count += 1) {
      if (await killedBackup(backups, env, random.below(longestMs))) killed += 1;
    }
    const wholeBefore = Date.now();
    const { result } = await finishedBackup(backups, env);
    // A complete backup for the figures.
    const freshAt = Date.now();
    const { result: fresh, seconds, peakMiB } = await finishedBackup(join(scratch, 'fresh'), env);
    const beside = answersBetween(load.answered, freshAt, Date.now());
    await load.stop();
    // The receipts of these erasures come with a later backup, and must also apply to the earlier generation.
    await load.eraseOldest(lateErasures);
    await finishedBackup(backups, env);

    console.log(`${killed} of ${kills} back-ups were killed; then one of ${result.requests} requests beside the load,`);
    console.log(`${result.records} attachments, ${result.copied} of them copied by the last call`);
    console.log(
      `All at once beside the load: ${fresh.copied} attachments, ${mebibytes(fresh.copiedBytes)} MiB in ${seconds.toFixed(1)} s, ` +
        `${gibibytesAnHour(fresh.copiedBytes, seconds)} GiB an hour, ${Math.round(peakMiB)} MiB of memory at most`,
    );
    console.log(`Submissions alone: ${alone}; beside that back-up: ${beside}`);
    const promises: Promised[] = [{ promise: `memory under ${maxPeakMiB} MiB`, kept: peakMiB < maxPeakMiB }];
    const expected = load.answered.filter(({ id, answeredAtMs }) => answeredAtMs < wholeBefore && !load.erased.has(id));
    for await (const restored of restoreIntoAll(backups, result.generation, scratch)) {
      const { name, bytes, seconds } = restored;
      console.log(`Restored to ${name}: ${gibibytesAnHour(bytes, seconds)} GiB an hour, ${seconds.toFixed(1)} s`);
      promises.push(...judge(restored, expected, load.erased));
    }
    return promises;
  });
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function gibibytesAnHour(bytes: number, seconds: number): string {
  return ((bytes / 2 ** 30 / seconds) * 3600).toFixed(1);
}

/** Returns the submissions per second in this time, and their response times. */
function answersBetween(answered: readonly Answered[], fromMs: number, toMs: number): string {
  const durations = answered
    .filter(({ answeredAtMs }) => answeredAtMs >= fromMs && answeredAtMs < toMs)
    .map(({ durationMs }) => durationMs)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(durations[Math.floor(durations.length * share)] ?? 0);
  const rate = (durations.length / (toMs - fromMs)) * 1000;
  return `${rate.toFixed(1)} a second, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`;
}

function judge({ name, digests }: Restored, expected: readonly Answered[], erased: ReadonlySet<string>): Promised[] {
  const lost = expected.filter(({ id, digests: sent }) => digests.get(id)?.join() !== sent.join());
  const back = [...erased].filter((id) => digests.has(id));
  const torn = [...digests.values()].filter((files) => files.includes('missing'));
  return [
    { promise: `${name}: all ${expected.length} requests are whole, byte for byte`, kept: lost.length === 0 },
    { promise: `${name}: none of the ${erased.size} erased ones is back`, kept: back.length === 0 },
    { promise: `${name}: no attachment is missing`, kept: torn.length === 0 },
  ];
}
