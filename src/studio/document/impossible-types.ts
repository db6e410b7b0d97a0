import type { Fault } from './faults.ts';
import type { Studio } from './studio.ts';

/**
 * Returns a fault for each offered type of which one request takes more slots than there are. A limit of no slots is
 * allowed.
 */
export function impossibleTypes({ opening, types }: Studio): readonly Fault[] {
  if (opening === null) return [];
  const { slots, weightByType } = opening;
  const [limits, weights] = [slots.byType, weightByType].map((byType) => new Map(Object.entries(byType)));
  return types.flatMap(({ id, hidden }) => {
    const most = Math.min(...[slots.total, limits?.get(id)].map((limit) => limit || Number.POSITIVE_INFINITY));
    const weight = weights?.get(id) ?? 1;
    if (hidden || weight <= most) return [];
    const predicate = `must be at most ${most}, the slots that there are: nobody could have this type`;
    return [{ path: ['opening', 'weightByType', id], predicate, code: 'custom' }];
  });
}
