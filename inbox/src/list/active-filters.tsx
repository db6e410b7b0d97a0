import { filtersDetails } from '../model/list-view.ts';
import { FilterChips, type FiltersProps, useActiveFilters } from '../parts/filter-chips.tsx';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';

const DetailsChips = lazyComponent(
  () => import('../triage/filters/details-filters.tsx').then((loaded) => loaded.DetailsChips),
  Nothing,
);

/** The filters that the list has, each removable. */
export function ActiveFilters(props: FiltersProps) {
  return filtersDetails(props.view) ? <DetailsChips {...props} /> : <PlainChips {...props} />;
}

function PlainChips({ view, onShow }: FiltersProps) {
  return <FilterChips filters={useActiveFilters(view)} onShow={onShow} />;
}
