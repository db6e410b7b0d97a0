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
export function DueMark({ request, now }: DueMarkProps) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const { dueOn } = request;
  const urgency = urgencyOf(request, now);
  if (dueOn === null) return null;
  return (
    <span class={`due ${urgency}`}>
      {text(urgency === 'overdue' ? 'overdueOn' : 'dueOn', { day: day(dueOn, now) })}
    </span>
  );
}

/** The due date as a day and a sign, for a card. */
export function DueSign({ request, now }: DueMarkProps) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const urgency = urgencyOf(request, now);
  if (request.dueOn === null) return null;
  const shown = day(request.dueOn, now);
  const whole = text(urgency === 'overdue' ? 'overdueOn' : 'dueOn', { day: shown });
  return (
    <span class={`due due-sign ${urgency}`} title={whole}>
      <span class="visually-hidden">{whole}</span>
      <span aria-hidden="true">{shown}</span>
      <Icon of={urgency === 'overdue' ? CalendarX2 : CalendarClock} />
    </span>
  );
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
