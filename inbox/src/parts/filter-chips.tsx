import { X } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { ListView } from '../model/list-view.ts';
import { useMinute } from './use-minute.ts';

export interface FiltersProps {
  readonly view: ListView;
  onShow(change: Partial<ListView>): void;
}

/** A filter of the view, with the change that removes it. */
export interface ActiveFilter {
  readonly name: string;
  /** Set where two filters may have the same name. */
  readonly id?: string;
  readonly without: Partial<ListView>;
}

interface FilterChipsProps extends Pick<FiltersProps, 'onShow'> {
  readonly filters: readonly ActiveFilter[];
}

/** Renders nothing without filters, so that more requests are visible. */
export function FilterChips({ filters, onShow }: FilterChipsProps) {
  const { text } = useTranslator();
  if (filters.length === 0) return null;
  return (
    <ul class="active-filters" aria-label={text('filters')}>
      {filters.map(({ name, id, without }) => (
        <li key={id ?? name}>
          <button
            type="button"
            class="chip"
            aria-label={text('filterRemove', { name })}
            title={text('filterRemove', { name })}
            onClick={() => onShow(without)}
          >
            <bdi>{name}</bdi>
            <Icon of={X} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the filters but those by details. */
export function useActiveFilters({
  isUnread,
  hasFiles,
  due,
  types,
  labels,
  from,
  to,
}: ListView): readonly ActiveFilter[] {
  const { catalogue } = useInbox();
  const { text, ofCatalogue } = useTranslator();
  const formats = useFormats();
  const now = useMinute();
  const known = useCell(catalogue)?.types ?? [];
  const nameOf = (type: string) => {
    const found = known.find(({ id }) => id === type);
    return found ? ofCatalogue(found.name as { en: string }) : type;
  };
  return [
    ...(isUnread ? [{ name: text('unread'), without: { isUnread: false } }] : []),
    ...(hasFiles ? [{ name: text('withFiles'), without: { hasFiles: false } }] : []),
    ...(due === null ? [] : [{ name: text(`due_${due}`), without: { due: null } }]),
    ...types.map((type) => ({ name: nameOf(type), without: { types: types.filter((one) => one !== type) } })),
    ...labels.map((label) => ({ name: label, without: { labels: labels.filter((one) => one !== label) } })),
    ...(from === null ? [] : [{ name: text('filterFrom', { day: formats.day(from, now) }), without: { from: null } }]),
    ...(to === null ? [] : [{ name: text('filterTo', { day: formats.day(to, now) }), without: { to: null } }]),
  ];
}
