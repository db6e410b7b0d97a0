import type { RequestStatus } from '../events/statuses.ts';
import type { Lateness } from '../requests/facets/arrivals.ts';
import type { Opening } from '../studio/document/opening.ts';
import type { Arrival } from './arrival.ts';
import { arrivalOf, networkShare, type OpeningCounts } from './opening/opening-state.ts';
import type { CountedArrival } from './recorded-arrivals.ts';

/** The verdict of the opening on an arrival. */
export interface Punctuality {
  /** Null when it came in time. */
  readonly lateness: Lateness | null;
  /** The status that a rule gives it, or null when it stays as it is. */
  readonly sortedTo: RequestStatus | null;
  /** Whether its network had its share of the hour, so that it does not count. */
  readonly isBeyondShare: boolean;
}

export const inTime: Punctuality = { lateness: null, sortedTo: null, isBeyondShare: false };

interface Unjudged {
  /** In the order of arrival, without those that are held. */
  readonly arrivals: readonly Pick<Arrival, 'id' | 'at' | 'status' | 'typeId' | 'network'>[];
  /** The requests that counted, of the networks of the arrivals. */
  readonly earlier: readonly CountedArrival[];
  /** Without the arrivals. */
  readonly counts: OpeningCounts;
  readonly typeIds: readonly string[];
  /** Returns the opening in effect at a time, or null when none was set. */
  openingAt(at: Date): Opening | null;
}

/** Judges arrivals one after the other: each sees the counts that those before it have left. Returns their verdicts by id. */
export function judgeLateness({
  arrivals,
  earlier,
  counts,
  typeIds,
  openingAt,
}: Unjudged): ReadonlyMap<string, Punctuality> {
  const takesShare = createFairShare(earlier);
  let { requests } = counts;
  const judge = (arrival: Unjudged['arrivals'][number]): Punctuality => {
    const { at, status, typeId } = arrival;
    const opening = openingAt(at);
    const lateness = opening && arrivalOf({ opening, counts: { ...counts, requests }, at, typeIds }, typeId);
    const isNew = status === 'NEW';
    const sortedTo = isNew && opening !== null && lateness !== null ? sortedBy(opening, lateness) : null;
    const isBeyondShare = !takesShare(arrival);
    if (isNew && sortedTo === null && !isBeyondShare) requests += 1;
    return { lateness, sortedTo, isBeyondShare };
  };
  return new Map(arrivals.map((arrival) => [arrival.id, judge(arrival)]));
}

/** A full form with a waiting list has offered it. */
function sortedBy({ whenFull, late }: Opening, lateness: Lateness): RequestStatus | null {
  if (lateness === 'full' && whenFull === 'waitlist') return 'WAITLISTED';
  return { inbox: null, waitlist: 'WAITLISTED', decline: 'DECLINED' }[late] as RequestStatus | null;
}

const hourMs = 60 * 60_000;

/**
 * Returns a function that says whether a request counts: not when its network has had its share within the hour before
 * (S17). One without a network always counts.
 */
function createFairShare(earlier: readonly CountedArrival[]) {
  const timesOf = new Map<string, Date[]>();
  for (const { network, at } of earlier) remember(network, at);

  function remember(network: string, at: Date): void {
    timesOf.set(network, [...(timesOf.get(network) ?? []), at]);
  }

  return ({ network, at }: Pick<Arrival, 'network' | 'at'>): boolean => {
    if (network === null) return true;
    // A released request comes after later ones, which are not of its hour.
    const near = (timesOf.get(network) ?? []).filter((time) => Math.abs(time.getTime() - at.getTime()) < hourMs);
    if (near.length >= networkShare) return false;
    remember(network, at);
    return true;
  };
}
