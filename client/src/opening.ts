import type { CatalogueText } from './catalogue-text.ts';

export type OpeningState = 'open' | 'waitlist' | 'closed';

/** Whether the studio takes requests at the moment. Its endpoint takes them whatever it says. */
export interface Opening {
  readonly state: OpeningState;
  readonly reason: 'manual' | 'schedule' | 'requests' | 'slots' | null;
  /** ISO 8601. */
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly message: CatalogueText | null;
  /** The studio's, such as `Europe/Berlin`. */
  readonly timeZone?: string;
  /** The clock of the service when it responded, from the header `Date`. The device's own may be wrong. */
  readonly now?: string;
  /** `left` is null where the studio does not tell it. */
  readonly types: readonly { readonly id: string; readonly state: OpeningState; readonly left: number | null }[];
  /** True when `opening-notices` takes addresses. */
  readonly notices?: boolean;
}
