import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus, StatusCount, StatusCounts } from '../api/shapes.ts';

/** A count, which is a lower bound when `hasMore` is true. */
export interface Count {
  readonly least: number;
  readonly hasMore: boolean;
}

export function readCount(count: StatusCount): Count {
  return typeof count === 'number'
    ? { least: count, hasMore: false }
    : { least: Number.parseInt(count, 10), hasMore: true };
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    least: counts.reduce((sum, { least }) => sum + least, 0),
    hasMore: counts.some(({ hasMore }) => hasMore),
  };
}

/** Returns the sum of the counts of these statuses. */
export function countOf(counts: StatusCounts, statuses: readonly RequestStatus[] = requestStatuses): Count {
  return sumOf(statuses.map((status) => readCount(counts[status])));
}

const formats = new Map<string, Intl.NumberFormat>();

export function countText({ least, hasMore }: Count, region: string): string {
  const format = formats.get(region) ?? new Intl.NumberFormat(region);
  formats.set(region, format);
  return format.format(least) + (hasMore ? '+' : '');
}
