import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { ExportMenu } from '../bulk/export-menu.tsx';
import { useCell, usePart } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countOf, countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';
import {
  defaultView,
  filterOf,
  isTooShort,
  type ListSort,
  type ListView,
  listSorts,
  readView,
  searchOf,
  statusesOf,
} from '../model/list-view.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { ViewSwitch } from '../parts/view-switch.tsx';
import { useLocation, useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import { ActiveFilters, FilterMenu } from './filter-menu.tsx';
import { SearchField } from './search-field.tsx';
import { ViewMenu } from './view-menu.tsx';

const WaitingNotice = lazyComponent(
  () => import('../triage/opening/waiting-notice.tsx').then((loaded) => loaded.WaitingNotice),
  Nothing,
);

interface ListBarProps {
  readonly searchField: Ref<HTMLInputElement>;
  /** Moves the focus from the search field to the results. */
  onLeaveSearch(): void;
  /** The actions on many requests. */
  readonly children: ComponentChildren;
}

/** The filters, order and layout of the list. The address contains them, so that views can be bookmarked and shared. */
export function ListBar({ searchField, onLeaveSearch, children }: ListBarProps) {
  const { list, selection, opening } = useInbox();
  const router = useRouter();
  const { route, search } = useLocation();
  // The address is the first to have a change. The list follows it only after the next frame.
  const view = useMemo(() => readView(search), [search]);
  // The selection has an export of its own.
  const isAnyTicked = usePart(selection.ids, ({ size }) => size > 0);
  const isAny = usePart(list.ids, ({ length }) => length > 0);
  const mayExport = (isAny || searchOf(view) !== '') && !isAnyTicked;
  const isSet = usePart(opening.report, (report) => report !== null);
  useAnnouncedCount();

  // An open request stays open beside the list.
  const path = route.name === 'request' ? pathOf(route) : '/';
  const show = (change: Partial<ListView>) =>
    router.replace(path + searchOf({ ...readView(router.location.value.search), ...change }));

  return (
    <div class="list-bar">
      <div class="bar-row">
        {children}
        <SearchField
          fieldRef={searchField}
          q={view.q}
          onSearch={(q) => show({ q })}
          onLeave={(q) => {
            show({ q });
            list.show({ ...view, q });
            onLeaveSearch();
          }}
        />
        <FilterMenu view={view} onShow={show} />
        <div class="bar-tools">
          <SortChoice sort={view.sort} onChoose={(sort) => show({ sort })} />
          <ViewMenu />
          {mayExport && (
            <ExportMenu scope={{ kind: 'filter', filter: filterOf(view, Date.now()) }} isDisabled={!isAny} />
          )}
        </div>
        <ViewSwitch />
      </div>
      <ActiveFilters view={view} onShow={show} />
      {isSet && <WaitingNotice />}
    </div>
  );
}

function SortChoice({ sort, onChoose }: { readonly sort: ListSort; onChoose(sort: ListSort): void }) {
  const { text } = useTranslator();
  const isOrdered = usePart(useInbox().opening.report, (report) => report !== null);
  const sorts = listSorts.filter((one) => one !== 'rank' || isOrdered || sort === one);
  return (
    <label class="sort">
      <span class="visually-hidden">{text('sort')}</span>
      <select
        class={sort === defaultView.sort ? 'bar-control' : 'bar-control on'}
        value={sort}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as ListSort)}
      >
        {sorts.map((one) => (
          <option key={one} value={one} selected={one === sort}>
            {text(`sort_${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Announces the number of matches to screen readers after a filter changes. */
function useAnnouncedCount(): void {
  const { list } = useInbox();
  const view = useCell(list.view);
  const { text, region } = useTranslator();
  const { say } = useAnnouncer();
  const state = useCell(list.state);
  const search = searchOf(view);
  useEffect(() => {
    const counts = list.counts.value;
    if (state.name !== 'ready' || counts === null || search === '') return;
    const count = countOf(counts, statusesOf(view));
    if (isTooShort(view.q)) say(text('searchTooShort'));
    else say(text('found', { count: count.least, number: countText(count, region) }));
  }, [search, state.name]);
}
