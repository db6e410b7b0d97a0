import type { Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countOf, countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';
import {
  type DueFilter,
  defaultView,
  dueFilters,
  isTooShort,
  type ListSort,
  type ListView,
  listSorts,
  searchOf,
  statusesOf,
} from '../model/list-view.ts';
import { Chip } from '../parts/chip.tsx';
import { Choice } from '../parts/choice.tsx';
import { useKnownLabels } from '../parts/known-labels.ts';
import { useLocation, useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import { SearchField } from './search-field.tsx';
import { StatusChips } from './status-chips.tsx';
import { ViewMenu } from './view-menu.tsx';

export interface ListFiltersProps {
  readonly searchField: Ref<HTMLInputElement>;
  /** Moves the focus from the search field to the results. */
  onLeaveSearch(): void;
}

/** The filters of the list. The address contains them, so that views can be bookmarked and shared. */
export function ListFilters({ searchField, onLeaveSearch }: ListFiltersProps) {
  const { list, catalogue } = useInbox();
  const { text, ofCatalogue } = useTranslator();
  const router = useRouter();
  const { route } = useLocation();
  const view = useCell(list.view);
  const types = useCell(catalogue)?.types ?? [];
  const labels = useKnownLabels(view.labels);
  const [isUnfolded, setUnfolded] = useState(false);
  useAnnouncedCount(view);

  // An open request stays open beside the list.
  const path = route.name === 'request' ? pathOf(route) : '/';
  const show = (change: Partial<ListView>) => router.replace(path + searchOf({ ...view, ...change }));
  const typeNames = types.map(({ id, name }) => ({ value: id, name: ofCatalogue(name as { en: string }) }));

  return (
    <div class="filters">
      <div class="filter-row">
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
        <ViewMenu />
        {!isNarrowed(view) && (
          <button
            type="button"
            class="chip fold"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded((last) => !last)}
          >
            {text('filters')}
          </button>
        )}
      </div>
      <StatusChips view={view} onShow={show} />
      <div class={isUnfolded || isNarrowed(view) ? 'chips scrolling' : 'chips scrolling folded'}>
        <Chip isOn={view.isUnread} onToggle={() => show({ isUnread: !view.isUnread })}>
          {text('unread')}
        </Chip>
        <Chip isOn={view.hasFiles} onToggle={() => show({ hasFiles: !view.hasFiles })}>
          {text('withFiles')}
        </Chip>
        <Choice
          name={text('due')}
          any={text('dueAny')}
          value={view.due ?? ''}
          options={dueFilters.map((due) => ({ value: due, name: text(`due_${due}`) }))}
          onChoose={(due) => show({ due: due === '' ? null : (due as DueFilter) })}
        />
        {typeNames.length > 0 && (
          <Choice
            name={text('type')}
            any={text('typeAny')}
            value={view.types[0] ?? ''}
            options={typeNames}
            onChoose={(type) => show({ types: type === '' ? [] : [type] })}
          />
        )}
        {labels.length > 0 && (
          <Choice
            name={text('labelName')}
            any={text('labelAny')}
            value={view.labels[0] ?? ''}
            options={labels.map((label) => ({ value: label, name: label }))}
            onChoose={(label) => show({ labels: label === '' ? [] : [label] })}
          />
        )}
        <label class="sort">
          <span class="visually-hidden">{text('sort')}</span>
          <select
            class={view.sort === defaultView.sort ? 'chip' : 'chip on'}
            value={view.sort}
            onChange={({ currentTarget }) => show({ sort: currentTarget.value as ListSort })}
          >
            {listSorts.map((sort) => (
              <option key={sort} value={sort} selected={sort === view.sort}>
                {text(`sort_${sort}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

/** Returns true when the view has filters besides status and search text, or another order. */
function isNarrowed({ isUnread, hasFiles, due, types, labels, sort }: ListView): boolean {
  return isUnread || hasFiles || due !== null || types.length > 0 || labels.length > 0 || sort !== listSorts[0];
}

/** Announces the number of matches to screen readers after a filter changes. */
function useAnnouncedCount(view: ListView): void {
  const { list } = useInbox();
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
