export interface OfferFacts {
  /** Null before the first publication. */
  readonly published: unknown;
  /** The keys that a file on the server sets. */
  readonly locked: readonly string[];
}

/** Whether customers see anything of the studio's: what is published, or set in a file on the server. */
export const hasOffer = ({ published, locked }: OfferFacts): boolean => published !== null || locked.length > 0;
