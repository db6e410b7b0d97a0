import type { Pool, PoolClient } from 'pg';
import { areDeliveriesHeld } from '../../deliveries/ledger/owners-channel.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { StudioOfFile } from '../../studio/document/offer.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { Arrival } from './fair-share.ts';
import { judgeArrivals } from './judge-arrivals.ts';
import { tellOfChange } from './opening-changes.ts';
import { fixedOpening, type OpeningHistory, readOpeningHistory } from './opening-history.ts';
import { computeOpening, type OpeningCounts } from './opening-state.ts';
import { type ArrivalPosition, readJudgedCounts, readUnjudged } from './read-counts.ts';
import { writeJudgements } from './write-judgements.ts';

interface SettleParts {
  readonly pool: Pool;
  readonly studio: StudioSource;
  /** What `CATALOGUE_FILE` sets. */
  readonly file: StudioOfFile | null;
}

// Not by a query, which would fix what the transaction sees before others have ended.
const lockText = 'lock table opening_progress in share row exclusive mode';

// What came since the publication is judged, unless that is long ago.
const beginText = `
  insert into opening_progress (epoch, tx, seq, is_open)
  select coalesce(last.epoch, 0), coalesce(last.tx, '0'), coalesce(last.seq, 0), true
  from (select) as always left join (
    select e.epoch, e.tx, e.seq from request_events e
    where (e.epoch < (select feed_epoch from service_state) or e.tx < pg_snapshot_xmin(pg_current_snapshot()))
      and e.at <= greatest((select max(r.at) from studio_revisions r), now() - interval '1 minute')
    order by e.epoch desc, e.tx desc, e.seq desc limit 1
  ) last on true
  on conflict do nothing`;

const moveText = 'update opening_progress set epoch = $1, tx = $2, seq = $3';
// A restored copy remembers the state of its back-up until its deliveries are released, so that it tells of one change.
const openText = `
  update opening_progress p set is_open = $1 from opening_progress before
  where p.is_open is distinct from $1 and not ${areDeliveriesHeld}
  returning before.is_open is not null as "isChange"`;
const endText = 'with ended as (delete from opening_progress) delete from opening_arrivals';
const forgetText = "delete from opening_arrivals where at < now() - interval '2 hours'";
const serializationFailure = '40001';

/**
 * Returns the task that judges requests in the order in which they became visible: whether they came late, and what
 * becomes of those (S16). It also tells of a form that opened or closed. While nothing is set it asks the database
 * nothing.
 */
export function createSettling({ pool, studio, file }: SettleParts): (signal: AbortSignal) => Promise<void> {
  const ofFile = file?.keys.includes('opening') ? fixedOpening(file.studio.opening) : null;
  /** Whether a row may be left from when something was set. */
  let mayBeUnderWay = true;

  /** Resolves with whether more waits. */
  async function settle(client: PoolClient): Promise<boolean> {
    await client.query('set transaction isolation level repeatable read');
    await client.query(lockText);
    await client.query(beginText);
    const { settled, earlier, end, isMore } = await readUnjudged(client);
    const history = ofFile ?? (await readOpeningHistory(client, earliestOf(settled)));
    const typeIds = studio.known().catalogue.types.map(({ id }) => id);
    const before = await readJudgedCounts(client);
    const { judgements, counts } = judgeArrivals({
      arrivals: settled,
      earlier,
      counts: before,
      typeIds,
      openingAt: history.at,
    });
    await writeJudgements(client, judgements);
    if (end !== null) await moveTo(client, end);
    if (!isMore) await watch(client, history, counts, typeIds);
    return isMore;
  }

  async function watch(
    client: PoolClient,
    { current }: OpeningHistory,
    counts: OpeningCounts,
    typeIds: readonly string[],
  ): Promise<void> {
    const at = await databaseTime(client);
    const computed =
      current === null
        ? ({ state: 'open', reason: null, types: [] } as const)
        : computeOpening({ opening: current, counts, at, typeIds });
    const [row] = (await client.query<{ isChange: boolean }>(openText, [computed.state === 'open'])).rows;
    if (row?.isChange) await tellOfChange(client, computed);
    if (current === null) await client.query(endText);
    mayBeUnderWay = current !== null;
  }

  return async (signal) => {
    if (!mayBeUnderWay && studio.known().studio.opening === null) return;
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await repeated(() => inTransaction(pool, settle));
    await pool.query(forgetText);
  };
}

function earliestOf(arrivals: readonly Arrival[]): Date | null {
  const times = arrivals.map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

async function moveTo(client: PoolClient, { epoch, tx, seq }: ArrivalPosition): Promise<void> {
  await client.query(moveText, [epoch, tx, seq]);
}

async function databaseTime(client: PoolClient): Promise<Date> {
  const [row] = (await client.query<{ now: Date }>('select now() as now')).rows;
  return row?.now ?? new Date();
}

/** An operator may have changed a request meanwhile. The next run sees the change. */
async function repeated(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== serializationFailure) throw error;
    return false;
  }
}
