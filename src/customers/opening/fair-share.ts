import { networkOf } from '../submission/client-network.ts';

/** A request that has arrived and is not judged yet, in the order of arrival. */
export interface Arrival {
  readonly requestId: string;
  readonly at: Date;
  readonly status: string;
  /** The guard keeps it out of lists and counts. */
  readonly isHeld: boolean;
  readonly typeId: string | null;
  /** As the request's headers name it. */
  readonly ipAddress: string | null;
}

/** A request that counts, and its network. */
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
    /** Returns the network if the request is one of its share, null if it counts without a network, else `beyond`. */
    judge({ ipAddress, at }: Arrival): { readonly network: string } | 'beyond' | null {
      const network = networkOfArrival(ipAddress);
      if (network === null) return null;
      const recent = (timesOf.get(network) ?? []).filter((time) => time.getTime() > at.getTime() - shareMs);
      if (recent.length >= share) return 'beyond';
      remember(network, at);
      return { network };
    },
  };
}

/** A request without an address cannot be told from those of other customers. */
export function networkOfArrival(ipAddress: string | null): string | null {
  return ipAddress === null || ipAddress === '' ? null : networkOf(ipAddress).slice(0, 100);
}
