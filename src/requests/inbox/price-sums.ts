import type { Pool } from 'pg';
import { z } from 'zod';
import { requestStatuses } from '../../events/statuses.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { type SearchConditions, whereMatching } from './search-condition.ts';

const priceSum = z.object({
  status: z.enum(requestStatuses),
  currency: z.string(),
  digits: z.int().min(0),
  amount: z.number().min(0).describe('The sum in minor units. It is exact up to 2^53'),
  requests: z.int().min(1).describe('The number of requests in the sum'),
});

export const priceSums = named(
  'PriceSums',
  z.object({ items: z.array(priceSum).describe('In the order of the statuses, then of the currencies') }),
);

export type PriceSums = Shape<typeof priceSums>;
type PriceSum = PriceSums['items'][number];

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
