import type { ServedOpening } from '../../studio/catalogue/opening-shape.ts';
import type { Opening } from '../../studio/document/opening.ts';
import { openingSchema } from '../../studio/document/opening.ts';
import type { ServedStudio } from '../../studio/document/served-studio.ts';
import { computeOpening, hasLimits, noCounts, type OpeningCounts } from './opening-state.ts';
import { servedOpening } from './served-opening.ts';

/** Counts requests, at most once in five seconds. */
export interface CountedRequests {
  /** Resolves with counts that are at most five seconds old. Without the database: the last known ones. */
  current(): Promise<OpeningCounts>;
}

/** Tells customers whether the form is open. */
export interface OpeningView {
  /** Whether the catalogue has the state: the studio sets when the form is open, or the host does. */
  isSet(served: ServedStudio): boolean;
  /** Resolves with the state of the form as this studio sets it. Never rejects. */
  of(served: ServedStudio): Promise<ServedOpening>;
}

/** The opening until one is set: the form is always open. */
const alwaysOpen: Opening = openingSchema.parse({});

interface ViewParts {
  readonly counted: CountedRequests;
  /** Whether customers can ask for a mail when the form opens. */
  readonly hasNotices: boolean;
  now?(): Date;
}

export function createOpeningView({ counted, hasNotices, now = () => new Date() }: ViewParts): OpeningView {
  return {
    isSet: ({ studio }) => studio.opening !== null,
    async of({ studio, catalogue }) {
      const opening = studio.opening ?? alwaysOpen;
      const counts = hasLimits(opening) ? await counted.current() : noCounts;
      const at = now();
      const typeIds = catalogue.types.map(({ id }) => id);
      const computed = computeOpening({ opening, counts, at, typeIds });
      return {
        ...servedOpening(opening, computed, at),
        ...(hasNotices && studio.opening !== null && { notices: true as const }),
      };
    },
  };
}
