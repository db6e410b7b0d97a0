import type { InboxRequest } from '../api/shapes.ts';
import { urgencyOf, useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';

/** The due date and the labels of a request, for a row or a card. */
export function DueAndLabels({ request, now }: { request: Pick<InboxRequest, 'dueOn' | 'labels'>; now: number }) {
  const { text } = useTranslator();
  const formats = useFormats();
  const { dueOn, labels } = request;
  const urgency = dueOn === null ? null : urgencyOf(dueOn, now);
  return (
    <>
      {dueOn !== null && (
        <span class={`due ${urgency}`}>
          {text(urgency === 'overdue' ? 'overdueSince' : 'dueOn', { day: formats.day(dueOn, now) })}
        </span>
      )}
      {labels.map((label) => (
        <bdi key={label} class="label">
          {label}
        </bdi>
      ))}
    </>
  );
}
