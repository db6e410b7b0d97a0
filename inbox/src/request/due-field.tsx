import type { InboxRequest } from '../api/shapes.ts';
import { dayOf, daysAfter, useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { urgencyOf } from '../model/urgency.ts';
import { wishedDay } from '../model/wished-day.ts';
import { DateInput } from '../parts/date-input.tsx';
import type { Change } from './use-change.ts';

/** Usual times until a request is due. */
export const dueOffers = [
  { days: 7, key: 'dueWeek' },
  { days: 14, key: 'dueTwoWeeks' },
  { days: 30, key: 'dueMonth' },
] as const;

export interface DueFieldProps {
  readonly request: InboxRequest;
  readonly change: Change;
  readonly mayWrite: boolean;
}

/** The due date of the request. */
export function DueField({ request, change, mayWrite }: DueFieldProps) {
  const { dueOn } = request;
  const { text } = useTranslator();
  const { day } = useFormats();
  const set = (next: string | null) => next !== dueOn && void change({ dueOn: next });
  const now = Date.now();
  const wish = wishedDay(request);
  const urgency = urgencyOf(request, now);
  const isOverdue = urgency === 'overdue';
  return (
    <section class="due" aria-labelledby="due">
      <h2 id="due">{text('due')}</h2>
      {dueOn !== null && !mayWrite && (
        <p class={urgency ?? undefined}>
          {day(dueOn, now)}
          {isOverdue && ` · ${text('overdue')}`}
        </p>
      )}
      {dueOn === null && !mayWrite && <p class="muted">{text('none')}</p>}
      {mayWrite && (
        <>
          <p class="due-date">
            <DateInput
              attributes={{ 'aria-labelledby': 'due', 'aria-describedby': isOverdue ? 'overdue' : undefined }}
              value={dueOn ?? ''}
              onLeft={(day) => set(day || null)}
            />
            {isOverdue && (
              <span id="overdue" class="overdue">
                {text('overdue')}
              </span>
            )}
          </p>
          <p class="offers">
            {wish !== null && wish !== dueOn && (
              <button type="button" class="button button-plain button-small" onClick={() => set(wish)}>
                {text('dueWish', { day: day(wish, now) })}
              </button>
            )}
            {dueOffers.map(({ days, key }) => (
              <button
                key={key}
                type="button"
                class="button button-plain button-small"
                onClick={() => set(dayOf(daysAfter(now, days)))}
              >
                {text(key)}
              </button>
            ))}
            {dueOn !== null && (
              <button type="button" class="button button-plain button-small" onClick={() => set(null)}>
                {text('dueClear')}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}
