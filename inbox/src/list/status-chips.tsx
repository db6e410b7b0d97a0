import { useEffect, useRef } from 'preact/hooks';
import { openStatuses, requestStatuses } from '../../../src/customers/events/statuses.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countOf, countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { ListView } from '../model/list-view.ts';
import { Chip } from '../parts/chip.tsx';

export interface StatusChipsProps {
  readonly view: ListView;
  onShow(change: Partial<ListView>): void;
}

const choices = [
  { name: 'statusOpen', value: 'open', of: openStatuses },
  ...requestStatuses.map((status) => ({ name: `status_${status}`, value: [status], of: [status] }) as const),
  { name: 'statusAll', value: 'all', of: requestStatuses },
] as const;

/** Chips for single statuses and groups, each with its count under the other filters. */
export function StatusChips({ view, onShow }: StatusChipsProps) {
  const { list } = useInbox();
  const { text, region } = useTranslator();
  const counts = useCell(list.counts);
  const row = useRef<HTMLFieldSetElement>(null);
  const chosen = String(view.statuses);

  // On a narrow window the row scrolls, and loaded counts make it wider.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    chip?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen, counts === null]);

  return (
    <fieldset class="chips scrolling" ref={row}>
      <legend class="visually-hidden">{text('status')}</legend>
      {choices.map(({ name, value, of }) => (
        <Chip
          key={name}
          isOn={chosen === String(value)}
          count={counts ? countText(countOf(counts, of), region) : undefined}
          onToggle={() => onShow({ statuses: value })}
        >
          {text(name)}
        </Chip>
      ))}
    </fieldset>
  );
}
