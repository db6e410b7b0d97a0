import type { Pool } from 'pg';
import { timeLimited } from '../../events/time-limited.ts';
import { openingSchema } from '../../studio/document/opening.ts';
import type { OpeningDesk } from './opening-desk.ts';
import { computeOpening, hasSlots, slotsOver, takenSlots, weightOf } from './opening-state.ts';
import { readCounts, readTaken } from './read-counts.ts';
import { createMove, readWaiting } from './waiting-list.ts';

const lockText = "select pg_advisory_xact_lock(hashtextextended('commission slots', 0))";

/** The opening until one is set. */
const alwaysOpen = openingSchema.parse({});

/** @param now The clock by which the form opens and closes. */
export function createOpeningDesk(pool: Pool, now: () => Date = () => new Date()): OpeningDesk {
  return {
    move: createMove(pool),
    slotsOver: (opening, typeId) =>
      timeLimited(async () => {
        if (opening === null || !hasSlots(opening)) return 0;
        await pool.query(lockText);
        return slotsOver(opening, { requests: 0, takenByType: await readTaken(pool) }, typeId);
      }),
    report: ({ opening: set, isLocked, typeIds }) =>
      timeLimited(async () => {
        const opening = set ?? alwaysOpen;
        const counts = await readCounts(pool);
        const { count, front } = await readWaiting(pool);
        const { state, reason, types } = computeOpening({ opening, counts, at: now(), typeIds });
        const taken = takenSlots(opening, counts);
        const { total, byType } = opening.slots;
        const fullTypes = new Set(types.filter(({ left }) => left === 0).map(({ id }) => id));
        const hasSlot = total === null || taken < total;
        const next = hasSlot ? front.find(({ typeId }) => !fullTypes.has(typeId ?? '')) : undefined;
        return {
          opening: set,
          isLocked,
          state,
          reason,
          requests: { count: counts.requests, limit: opening.requestLimit },
          slots: { taken, total, free: total === null ? null : Math.max(0, total - taken) },
          types: types.map(({ id, ...type }) => {
            const requests = counts.takenByType.get(id) ?? 0;
            const ofType = Object.hasOwn(byType, id) ? (byType[id] ?? null) : null;
            return { id, ...type, requests, taken: requests * weightOf(opening, id), total: ofType };
          }),
          waiting: { count, next: next ?? null },
        };
      }),
  };
}
