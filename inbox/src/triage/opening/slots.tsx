import { useCell } from '../../cells/cell.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useTypeName } from '../../parts/type-name.ts';

/** The number of free slots for requests about to be accepted, or of those taken too many. Empty without slots. */
export function FreeSlots() {
  const report = useCell(useInbox().opening.report);
  const { text } = useIntakeWords();
  if (report === null) return null;
  const { slots, types } = report;
  return (
    <>
      {slots.total !== null && <Free name={text('slotsAll')} free={slots.total - slots.taken} />}
      {types.map(({ id, taken, total }) => total !== null && <FreeOfType key={id} id={id} free={total - taken} />)}
    </>
  );
}

function FreeOfType({ id, free }: { readonly id: string; readonly free: number }) {
  return <Free name={useTypeName({ typeId: id }) ?? id} free={free} />;
}

function Free({ name, free }: { readonly name: string; readonly free: number }) {
  const { text } = useIntakeWords();
  return (
    <p>
      <bdi>{name}</bdi>: {free < 0 ? text('slotsOver', { count: -free }) : text('slotsFree', { count: free })}
    </p>
  );
}

/** The slots of each type with a limit, and of all types together, with those taken too many. */
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
