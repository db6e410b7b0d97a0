/** A request that has arrived and is not judged yet, in the order of arrival. */
export interface Arrival {
  readonly requestId: string;
  readonly at: Date;
  readonly status: string;
  /** The guard keeps it out of lists and counts. */
  readonly isHeld: boolean;
  readonly typeId: string | null;
  /** The keyed hash of the sender's network. Null when the request was stored while nothing counted by it. */
  readonly network: string | null;
}

/** A request that counts, and the keyed hash of its network. */
export interface CountedArrival {
  readonly requestId: string;
  readonly network: string;
  readonly at: Date;
}

/** Requests of one network in an hour that count (S17). */
const share = 3;
const shareMs = 60 * 60_000;

/**
 * Creates the judge whether a request counts: not when its network has had its share within the hour before.
 * @param earlier the requests that counted, of the networks in question
 */
export function createFairShare(earlier: readonly CountedArrival[]) {
  const timesOf = new Map<string, Date[]>();
  for (const { network, at } of earlier) remember(network, at);

  function remember(network: string, at: Date): void {
    const times = timesOf.get(network);
    if (times === undefined) timesOf.set(network, [at]);
    else times.push(at);
  }

  return {
    /** Returns whether the request is one of the share of its network. One without a network always counts. */
    counts({ network, at }: Arrival): boolean {
      if (network === null) return true;
      // A released request comes after later ones, which are not of its hour.
      const near = (timesOf.get(network) ?? []).filter((time) => Math.abs(time.getTime() - at.getTime()) < shareMs);
      if (near.length >= share) return false;
      remember(network, at);
      return true;
    },
  };
}
