import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { urgencyOf } from '../model/urgency.ts';

interface DueAndLabelsProps {
  readonly request: Pick<InboxRequest, 'dueOn' | 'labels' | 'status'>;
  readonly now: number;
}

/** The due date and the labels of a request, for a row or a card. */
export function DueAndLabels({ request, now }: DueAndLabelsProps) {
  const { text } = useTranslator();
  const formats = useFormats();
  const { dueOn, labels } = request;
  const urgency = urgencyOf(request, now);
  return (
    <>
      {dueOn !== null && (
        <span class={`due ${urgency}`}>
          {text(urgency === 'overdue' ? 'overdueSince' : 'dueOn', { day: formats.day(dueOn, now) })}
        </span>
      )}
      {labels.map((label) => (
        <bdi key={label} class={`label ${labelColour(label)}`}>
          {label}
        </bdi>
      ))}
    </>
  );
}

const colours = 8;

/** Returns the class of a label's colour. A label has the same colour everywhere. */
function labelColour(label: string): string {
  let sum = 0;
  for (const character of label) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `label-${sum % colours}`;
}
