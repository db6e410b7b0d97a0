import type { Pool } from 'pg';
import { areDeliveriesHeld } from '../deliveries/ledger/owners-channel.ts';
import { inTurn, type Transaction } from '../platform/database/transaction.ts';
import type { StudioOfFile } from '../studio/document/offer.ts';
import type { StudioSource } from '../studio/document/served-studio.ts';
import { isPublication } from '../studio/revisions/publications.ts';
import { readSettings, type Settings } from '../studio/revisions/read-settings.ts';
import { turnText } from './arrival.ts';
import { notifyOfChange } from './opening/opening-changes.ts';
import { computeOpening } from './opening/opening-state.ts';
import { readJudgedCounts } from './opening/read-counts.ts';

interface WatchParts {
  readonly pool: Pool;
  readonly studio: StudioSource;
  /** The keys that `CATALOGUE_FILE` sets. */
  readonly file: StudioOfFile | null;
}

// A process learns of a first opening by a notification, or when it polls. What it has stored until then waits for the judge
// too. The first id of a time has its milliseconds as the first 12 digits (RFC 9562 section 5.7).
const judgeUnjudgedText = `
  update commission_requests set judging = 'opening', arrived_at = created_at
  where id in (
    select r.id from commission_requests r
    where r.id >= (
      select rpad(lpad(to_hex(floor(extract(epoch from min(at)) * 1000)::bigint), 12, '0'), 32, '0')::uuid
      from studio_revisions
      where ${isPublication} and 'opening' = any(changed) and at > now() - interval '2 minutes'
    ) and r.arrived_at is null and r.judging is null and r.hold is null
    order by r.id limit 10000 for no key update skip locked
  )`;
// A form is open until its opening is set.
const beginText = 'insert into opening_state (is_open) values (true) on conflict do nothing';
// A restored copy remembers the state of its back-up until its deliveries are released, so that it notifies of one change.
const changeText = `update opening_state set is_open = $1 where is_open <> $1 and not ${areDeliveriesHeld}`;
const endText = 'delete from opening_state';
const forgetArrivalsText = 'delete from request_arrivals';
// The transaction may have waited for its turn.
const timeText = 'select clock_timestamp() as now';

const alwaysOpen = { state: 'open', reason: null, types: [] } as const;

/** Returns the task that notifies of a form that has opened or closed. While no opening is set it makes no query. */
export function createOpeningWatch({ pool, studio, file }: WatchParts): () => Promise<void> {
  /** Whether a row may be left from a time with an opening. */
  let mayBeUnderWay = true;

  async function stateOf(client: Transaction, { opening }: Settings) {
    if (opening === null) return alwaysOpen;
    const counts = await readJudgedCounts(client);
    const [row] = (await client.query<{ now: Date }>(timeText)).rows;
    const typeIds = studio.known().catalogue.types.map(({ id }) => id);
    return computeOpening({ opening, counts, at: row?.now ?? new Date(), typeIds });
  }

  return async () => {
    if (!mayBeUnderWay && studio.known().studio.opening === null) return;
    await inTurn(pool, turnText, async (client) => {
      const settings = await readSettings(client, file);
      if (settings.opening !== null) {
        await client.query(beginText);
        await client.query(judgeUnjudgedText);
      }
      const computed = await stateOf(client, settings);
      const { rowCount } = await client.query(changeText, [computed.state === 'open']);
      if (rowCount === 1) await notifyOfChange(client, computed);
      mayBeUnderWay = settings.opening !== null;
      if (mayBeUnderWay) return;
      await client.query(endText);
      if (settings.guard.mode === 'off') await client.query(forgetArrivalsText);
    });
  };
}
