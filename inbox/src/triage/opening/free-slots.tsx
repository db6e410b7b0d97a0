import { useCell } from '../../cells/cell.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useTypeName } from '../../parts/type-name.ts';

/** How many slots are free for those who are about to be accepted, or too many are taken. Nothing without slots. */
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
