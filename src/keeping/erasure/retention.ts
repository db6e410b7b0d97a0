import { systemActor } from '../../events/events.ts';
import type { Eraser, ErasureCandidates, RetentionRule } from './erasure.ts';

const batchSize = 50;

interface RetentionParts {
  readonly candidates: Pick<ErasureCandidates, 'expired'>;
  readonly eraser: Eraser;
  readonly rules: readonly RetentionRule[];
}

/** Erases requests whose retention period is over. Resolves with their number. Several processes may run it at once. */
export async function applyRetention(parts: RetentionParts, signal: AbortSignal): Promise<number> {
  let erased = 0;
  for (let found = batchSize; found === batchSize && !signal.aborted; ) {
    const expired = await parts.candidates.expired(parts.rules, batchSize);
    const ids = expired.map(({ id }) => id);
    const cause = { reason: 'retention', actor: systemActor, rules: parts.rules } as const;
    const erasures = await parts.eraser.erase(ids, cause);
    erased += erasures.length;
    found = expired.length;
  }
  return erased;
}

/** SQL condition: the retention period of request `r` is over by a row of `rule (status, days)`. */
export const retentionExpiredClause = `
  (rule.status = r.status and r.hold is null or rule.status = 'HELD' and r.hold = 'held') and coalesce(r.changed_at, r.created_at) < now() - rule.days * interval '1 day'
  and not exists (
    select from request_entries entry where entry.request_id = r.id and entry.at >= now() - rule.days * interval '1 day'
  )`;
