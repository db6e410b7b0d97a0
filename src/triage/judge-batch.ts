import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { inTurn, type Transaction } from '../platform/database/transaction.ts';
import type { StudioOfFile } from '../studio/document/offer.ts';
import type { StudioSource } from '../studio/document/served-studio.ts';
import { readSettings, type Settings } from '../studio/revisions/read-settings.ts';
import { type Arrival, isGuarded, lockArrivals, turnText } from './arrival.ts';
import type { Challenges } from './guard/challenges.ts';
import { notifyOfCrowd } from './guard/crowd-notice.ts';
import { readGuardKeys } from './guard/guard-keys.ts';
import { inTime, judgeLateness, type Punctuality } from './judge-lateness.ts';
import { hasLimits, noCounts } from './opening/opening-state.ts';
import { readJudgedCounts } from './opening/read-counts.ts';
import { findSignals } from './read-signals.ts';
import { countedSince, countNotified } from './recorded-arrivals.ts';
import { type Verdict, writeVerdicts } from './write-verdicts.ts';

export interface JudgeParts {
  readonly pool: Pool;
  readonly challenges: Challenges;
  /** The database's. */
  readonly secret: () => Promise<KeyObject>;
  readonly studio: StudioSource;
  /** The keys that `CATALOGUE_FILE` sets. */
  readonly file: StudioOfFile | null;
}

/** Judges so many of the requests that came first, in one transaction. Resolves with their number. */
export async function judgeBatch(parts: JudgeParts, batchSize: number): Promise<number> {
  const keyOf = await readGuardKeys(parts.secret);
  return inTurn(parts.pool, turnText, async (client) => {
    const arrivals = await lockArrivals(client, batchSize, keyOf);
    if (arrivals.length === 0) return 0;
    const settings = await readSettings(client, parts.file, arrivals[0]?.at);
    const { guard } = settings;
    const guarded = guard.mode === 'off' ? [] : arrivals.filter(isGuarded);
    const found = await findSignals(client, guarded, { ...parts, guard, keyOf });
    const isHeld = ({ id }: Arrival) => guard.mode === 'hold' && (found.get(id)?.signals.length ?? 0) > 0;
    const passed = arrivals.filter((arrival) => !isHeld(arrival));
    const punctuality = await punctualityOf(client, passed, settings, parts.studio);
    const notified = await takeNotified(client, passed.filter(isGuarded), settings);
    const verdictOf = (arrival: Arrival): Verdict => {
      const { id, judging, at, network, bytes } = arrival;
      const { isBeyondShare, ...late } = punctuality.get(id) ?? inTime;
      const counts = punctuality.has(id) && !isBeyondShare;
      return {
        ...{ id, judging, at, network, bytes },
        ...(found.get(id) ?? { signals: [] }),
        ...late,
        isBeyondShare,
        isHeld: isHeld(arrival),
        counts,
        // The guard also compares requests that do not count.
        isRecorded: counts || guard.mode !== 'off',
        isNotified: notified.has(id),
      };
    };
    await writeVerdicts(client, arrivals.map(verdictOf));
    return arrivals.length;
  });
}

/** Without an opening no request is late, and none counts. */
async function punctualityOf(
  client: Transaction,
  arrivals: readonly Arrival[],
  { opening, openingAt }: Settings,
  studio: StudioSource,
): Promise<ReadonlyMap<string, Punctuality>> {
  if (opening === null) return new Map();
  const isLimited = arrivals.some(({ at }) => hasLimits(openingAt(at) ?? opening));
  const networks = arrivals.flatMap(({ network }) => network ?? []);
  return judgeLateness({
    arrivals,
    earlier: await countedSince(client, [...new Set(networks)], arrivals[0]?.at),
    counts: isLimited ? await readJudgedCounts(client) : noCounts,
    typeIds: studio.known().catalogue.types.map(({ id }) => id),
    openingAt,
  });
}

/** Resolves with the requests that channels and mails are notified of: while the guard holds, so many a minute. */
async function takeNotified(
  client: Transaction,
  passed: readonly Arrival[],
  { guard }: Settings,
): Promise<ReadonlySet<string>> {
  const ids = passed.map(({ id }) => id);
  if (guard.mode !== 'hold' || ids.length === 0) return new Set(ids);
  const left = Math.max(0, guard.toldPerMinute - (await countNotified(client)));
  if (ids.length > left) await notifyOfCrowd(client, guard.toldPerMinute);
  return new Set(ids.slice(0, left));
}
