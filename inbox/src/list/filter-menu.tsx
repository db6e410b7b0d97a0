import { ListFilter } from 'lucide';
import { useId } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell, usePart } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { type DueFilter, dueFilters, filtersByDetails } from '../model/list-view.ts';
import { Choice } from '../parts/choice.tsx';
import { DateInput } from '../parts/date-input.tsx';
import { FilterChips, type FiltersProps, useActiveFilters } from '../parts/filter-chips.tsx';
import { useKnownLabels } from '../parts/known-labels.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';

const DetailFilters = lazyComponent(
  () => import('../triage/filters/details-filters.tsx').then((loaded) => loaded.DetailFilters),
  Nothing,
);

/** The filters other than the status and the search. */
export function FilterMenu({ view, onShow }: FiltersProps) {
  const { catalogue, opening } = useInbox();
  const { text } = useTranslator();
  const id = useId();
  const isAsked = usePart(catalogue, (names) => names?.questions !== undefined);
  const isOpeningSet = usePart(opening.report, (report) => report !== null);
  const hasDetailFilters = isAsked || isOpeningSet || filtersByDetails(view);
  return (
    <>
      <button type="button" class="bar-control filter" popovertarget={id}>
        <Icon of={ListFilter} />
        <span class="bar-name">{text('filters')}</span>
      </button>
      <div id={id} popover="auto" class="popover filter-menu">
        <Tick isOn={view.isUnread} onTick={(isUnread) => onShow({ isUnread })}>
          {text('unread')}
        </Tick>
        <Tick isOn={view.hasFiles} onTick={(hasFiles) => onShow({ hasFiles })}>
          {text('withFiles')}
        </Tick>
        <Choices view={view} onShow={onShow} />
        {hasDetailFilters && <DetailFilters view={view} onShow={onShow} />}
        <Day name={text('receivedFrom')} day={view.from} onDay={(from) => onShow({ from })} />
        <Day name={text('receivedTo')} day={view.to} onDay={(to) => onShow({ to })} />
      </div>
    </>
  );
}

function Choices({ view, onShow }: FiltersProps) {
  const { catalogue } = useInbox();
  const { text, ofCatalogue } = useTranslator();
  const types = useCell(catalogue)?.types ?? [];
  const labels = useKnownLabels(view.labels);
  const typeNames = types.map(({ id, name }) => ({ value: id, name: ofCatalogue(name as { en: string }) }));
  return (
    <>
      <Choice
        name={text('due')}
        any={text('dueAny')}
        value={view.due ?? ''}
        options={dueFilters.map((due) => ({ value: due, name: text(`due_${due}`) }))}
        onChoose={(due) => onShow({ due: due === '' ? null : (due as DueFilter) })}
      />
      {typeNames.length > 0 && (
        <Choice
          name={text('type')}
          any={text('typeAny')}
          value={view.types[0] ?? ''}
          options={typeNames}
          onChoose={(type) => onShow({ types: type === '' ? [] : [type] })}
        />
      )}
      {labels.length > 0 && (
        <Choice
          name={text('labelName')}
          any={text('labelAny')}
          value={view.labels[0] ?? ''}
          options={labels.map((label) => ({ value: label, name: label }))}
          onChoose={(label) => onShow({ labels: label === '' ? [] : [label] })}
        />
      )}
    </>
  );
}

interface TickProps {
  readonly isOn: boolean;
  readonly children: string;
  onTick(isOn: boolean): void;
}

function Tick({ isOn, children, onTick }: TickProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onTick(currentTarget.checked)} />
      {children}
    </label>
  );
}

interface DayProps {
  readonly name: string;
  readonly day: string | null;
  onDay(day: string | null): void;
}

function Day({ name, day, onDay }: DayProps) {
  const id = useId();
  return (
    <label for={id}>
      {name}
      <DateInput attributes={{ id }} value={day ?? ''} onTyped={(typed) => onDay(typed || null)} />
    </label>
  );
}

const DetailChips = lazyComponent(
  () => import('../triage/filters/details-filters.tsx').then((loaded) => loaded.DetailChips),
  Nothing,
);

/** The filters that the list has, each removable. */
export function ActiveFilters(props: FiltersProps) {
  return filtersByDetails(props.view) ? <DetailChips {...props} /> : <PlainChips {...props} />;
}

function PlainChips({ view, onShow }: FiltersProps) {
  return <FilterChips filters={useActiveFilters(view)} onShow={onShow} />;
}
