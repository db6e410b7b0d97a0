import { filtersTold } from '../model/list-view.ts';
import { FilterChips, type FiltersProps, useActiveFilters } from '../parts/filter-chips.tsx';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';

const ToldChips = lazyComponent(
  () => import('../triage/filters/told-filters.tsx').then((loaded) => loaded.ToldChips),
  Nothing,
);

/** The filters that the list has, each removable. */
export function ActiveFilters(props: FiltersProps) {
  return filtersTold(props.view) ? <ToldChips {...props} /> : <PlainChips {...props} />;
}

function PlainChips({ view, onShow }: FiltersProps) {
  return <FilterChips filters={useActiveFilters(view)} onShow={onShow} />;
}
