import type { ServedOpening } from '../../../../src/studio/catalogue/opening-shape.ts';
import type { OpeningReport } from '../../../../src/triage/opening/opening-report-shape.ts';
import { computeOpening, type OpeningCounts } from '../../../../src/triage/opening/opening-state.ts';
import { servedOpening } from '../../../../src/triage/opening/served-opening.ts';
import type { Sent } from '../../api/shapes.ts';
import { leastSlots, leastWeight, mostSlots, mostWeight, type Studio } from './draft-shapes.ts';

type Shown = Omit<ServedOpening, 'notices'>;

/** Returns the counts of the service's report. */
export function countsOf({ requests, slots, types }: Sent<OpeningReport>): OpeningCounts {
  const ofTypes = types.reduce((sum, { taken }) => sum + taken, 0);
  const takenByType = new Map(types.map((type) => [type.id, type.requests]));
  // Requests without a type, and those of types that are no longer offered.
  return { requests: requests.count, takenByType: takenByType.set('', Math.max(0, slots.taken - ofTypes)) };
}

/**
 * Returns the opening that the form would show by a draft, or null while no opening is set. The editor shows a closed form
 * as open, unless `state` is `closed`.
 */
export function previewOpening(
  { opening, types }: Studio,
  counts: OpeningCounts,
  state: 'open' | 'closed',
): Shown | null {
  if (opening === null) return null;
  const at = new Date();
  const typeIds = types.filter(({ hidden }) => !hidden).map(({ id }) => id);
  const valid = {
    ...opening,
    slots: { ...opening.slots, byType: within(opening.slots.byType, leastSlots, mostSlots) },
    weightByType: within(opening.weightByType, leastWeight, mostWeight),
  };
  // The preview leaves the total out: it shows only which types are full.
  const unlimited = { ...valid, mode: 'open', requestLimit: null } as const;
  const { types: taken } = computeOpening({ opening: unlimited, counts, at, typeIds });
  const full = opening.whenFull === 'waitlist' ? 'waitlist' : 'closed';
  const shown = taken.map((type) => ({ ...type, state: type.left === 0 ? full : 'open' }) as const);
  const reason = opening.mode === 'scheduled' ? 'schedule' : 'manual';
  return servedOpening(valid, { state, reason: state === 'open' ? null : reason, types: shown }, at);
}

/** Leaves out numbers out of range, which occur while a person types. */
function within(byType: Readonly<Record<string, number>>, least: number, most: number): Record<string, number> {
  const entries = Object.entries(byType);
  return Object.fromEntries(entries.filter(([, value]) => Number.isInteger(value) && value >= least && value <= most));
}
