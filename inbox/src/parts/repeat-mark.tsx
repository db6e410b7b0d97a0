import { RotateCcw } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Says of a request from a repeat customer which of theirs it is: "3rd request". */
export function RepeatMark({ id }: { readonly id: string }) {
  const { text } = useTranslator();
  const repeat = useCell(useInbox().repeats.of(id));
  if (repeat === null || repeat.position === 1) return null;
  return (
    <span class="repeat">
      <Icon of={RotateCcw} />
      <span aria-hidden="true">{repeat.position}</span>
      <span class="visually-hidden">{text('repeatRequest', { position: repeat.position })}</span>
    </span>
  );
}
