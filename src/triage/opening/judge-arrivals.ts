import type { RequestStatus } from '../../events/statuses.ts';
import type { Opening } from '../../studio/document/opening.ts';
import { type Arrival, type CountedArrival, createFairShare } from './fair-share.ts';
import { arrivalOf, type OpeningCounts } from './opening-state.ts';

/** What is found of an arrival. */
export interface Judgement {
  readonly requestId: string;
  readonly at: Date;
  /** Null when it came in time. */
  readonly arrival: 'closed' | 'full' | null;
  /** Whether its network had its share of the hour, so that it does not count. */
  readonly isBeyondShare: boolean;
  /** The keyed hash of the network whose share it is part of, or null. */
  readonly network: string | null;
  /** The status that a rule gives it, or null when it stays as it is. */
  readonly sortedTo: RequestStatus | null;
}

interface Unjudged {
  /** In the order of arrival. */
  readonly arrivals: readonly Arrival[];
  readonly earlier: readonly CountedArrival[];
  /** Without the arrivals. */
  readonly counts: OpeningCounts;
  readonly typeIds: readonly string[];
  /** Returns what held at a time, or null when nothing was set. */
  openingAt(at: Date): Opening | null;
}

/** Judges arrivals one after the other: each sees the counts that those before it have left. */
export function judgeArrivals({ arrivals, earlier, counts, typeIds, openingAt }: Unjudged) {
  const fairShare = createFairShare(earlier);
  let { requests } = counts;
  const judgements = arrivals.map((arrival): Judgement => {
    const { requestId, at, status, typeId, network } = arrival;
    if (arrival.isHeld) return { requestId, at, arrival: null, isBeyondShare: false, network: null, sortedTo: null };
    const opening = openingAt(at);
    const seen = { ...counts, requests };
    const came = opening && arrivalOf({ opening, counts: seen, at, typeIds }, typeId);
    const isNew = status === 'NEW';
    const sortedTo = isNew && opening !== null && came !== null ? sortedBy(opening, came) : null;
    const isBeyondShare = !fairShare.counts(arrival);
    if (isNew && sortedTo === null && !isBeyondShare) requests += 1;
    return { requestId, at, arrival: came, isBeyondShare, network: isBeyondShare ? null : network, sortedTo };
  });
  return { judgements, counts: { ...counts, requests } };
}

/** A full form with a waiting list has offered it. */
function sortedBy({ whenFull, late }: Opening, arrival: 'closed' | 'full'): RequestStatus | null {
  if (arrival === 'full' && whenFull === 'waitlist') return 'WAITLISTED';
  return { inbox: null, waitlist: 'WAITLISTED', decline: 'DECLINED' }[late] as RequestStatus | null;
}
