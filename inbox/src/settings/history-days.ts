import { dayOf } from '../language/formats.ts';

interface Day<Event> {
  /** `YYYY-MM-DD` in the browser's time zone. */
  readonly day: string;
  readonly events: readonly Event[];
}

/** Groups events that are in the order of their times by their days. */
export function groupByDay<Event extends { readonly at: string }>(events: readonly Event[]): readonly Day<Event>[] {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = dayOf(Date.parse(event.at));
    const group = days.get(day);
    if (group) group.push(event);
    else days.set(day, [event]);
  }
  return [...days].map(([day, group]) => ({ day, events: group }));
}
