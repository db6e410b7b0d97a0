import { useCell } from '../../cells/cell.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useTypeName } from '../../parts/type-name.ts';

/** The slots of each type that has some, and of all types together, with what is over them. */
export function BoardSlots() {
  const report = useCell(useInbox().opening.report);
  const { text } = useIntakeWords();
  const { slots, types = [] } = report ?? {};
  const limited = types.flatMap(({ id, taken, total }) => (total === null ? [] : [{ id, taken, total }]));
  const total = slots?.total ?? null;
  if (!slots || (limited.length === 0 && total === null)) return null;
  return (
    <ul class="board-slots" aria-label={text('slots')}>
      {limited.map((type) => (
        <TypeSlots key={type.id} {...type} />
      ))}
      {total !== null && <Slots name={text('slotsAll')} taken={slots.taken} total={total} />}
    </ul>
  );
}

interface Taken {
  readonly taken: number;
  readonly total: number;
}

function TypeSlots({ id, ...taken }: Taken & { readonly id: string }) {
  return <Slots name={useTypeName({ typeId: id }) ?? id} {...taken} />;
}

function Slots({ name, taken, total }: Taken & { readonly name: string }) {
  const { text } = useIntakeWords();
  return (
    <li>
      <bdi>{name}</bdi> <span class="count">{text('slotsOf', { taken, total })}</span>{' '}
      {taken > total && <span class="chip chip-bad">{text('slotsOver', { count: taken - total })}</span>}
    </li>
  );
}
