import type { Pool } from 'pg';
import { requestStatuses } from '../../events/statuses.ts';
import type { PriceSum, PriceSums } from './request-shape.ts';
import { type SearchConditions, whereMatching } from './search-condition.ts';

/** Reads the sums of the prices of the matching requests. */
export async function readPriceSums(pool: Pool, conditions: SearchConditions): Promise<PriceSums> {
  const text = `
    select r.status, r.price->>'currency' as currency, (r.price->>'digits')::int as digits,
      sum((r.price->>'amount')::bigint)::float8 as amount, count(*)::int as requests
    from ${conditions.from} ${whereMatching(conditions, 'r.price is not null')}
    group by 1, 2, 3 order by 2`;
  const { rows } = await pool.query<PriceSum>(text, conditions.values);
  return { items: requestStatuses.flatMap((status) => rows.filter((row) => row.status === status)) };
}
