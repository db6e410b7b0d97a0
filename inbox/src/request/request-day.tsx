import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { wishedDay } from '../model/wished-day.ts';
import { DueMark } from '../parts/due-and-labels.tsx';
import { useMinute } from '../parts/use-minute.ts';

/** The due date, or the customer's wish until one is set. Renders nothing without either. */
export function RequestDay({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const now = useMinute();
  const wish = wishedDay(request);
  if (request.dueOn !== null) return <DueMark request={request} now={now} />;
  return wish && <p class="due">{text('wishedFor', { day: day(wish, now) })}</p>;
}
