import { CalendarClock, CalendarX2 } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { urgencyOf } from '../model/urgency.ts';

interface DueMarkProps {
  readonly request: Pick<InboxRequest, 'dueOn' | 'status'>;
  readonly now: number;
}

/** The due date of a request, for a row or a card. Renders nothing without one. */
export function DueMark(props: DueMarkProps) {
  const { urgency, words } = useDue(props);
  return words && <span class={`due ${urgency}`}>{words}</span>;
}

/** The due date as a day and a sign, for a card. */
export function DueSign(props: DueMarkProps) {
  const { urgency, day, words } = useDue(props);
  if (words === null) return null;
  return (
    <span class={`due due-sign ${urgency}`} title={words}>
      <span class="visually-hidden">{words}</span>
      <span aria-hidden="true">{day}</span>
      <Icon of={urgency === 'overdue' ? CalendarX2 : CalendarClock} />
    </span>
  );
}

function useDue({ request, now }: DueMarkProps) {
  const { text } = useTranslator();
  const formats = useFormats();
  const urgency = urgencyOf(request, now);
  const day = request.dueOn && formats.day(request.dueOn, now);
  return { urgency, day, words: day && text(urgency === 'overdue' ? 'overdueOn' : 'dueOn', { day }) };
}

export function Labels({ labels }: Pick<InboxRequest, 'labels'>) {
  if (labels.length === 0) return null;
  return (
    <span class="label-line">
      {labels.map((label) => (
        <bdi key={label} class={`label ${labelColour(label)}`}>
          {label}
        </bdi>
      ))}
    </span>
  );
}

const colours = 8;

/** Returns the class of a label's colour. A label has the same colour everywhere. */
function labelColour(label: string): string {
  let sum = 0;
  for (const character of label) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `label-${sum % colours}`;
}
