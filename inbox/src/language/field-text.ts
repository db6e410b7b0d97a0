import type { InboxRequest, RequestChange, RequestStatus } from '../api/shapes.ts';
import type { Formats, Money } from './formats.ts';
import type { Translator } from './translator-context.ts';

/** Formats the value of a request's field. */
export function fieldText(
  { text, list }: Translator,
  formats: Formats,
  field: keyof RequestChange,
  value: InboxRequest[keyof RequestChange] | RequestChange[keyof RequestChange],
): string {
  if (value === null || value === undefined || value === '') return text('none');
  if (typeof value === 'boolean') return text(value ? 'queueNameShown' : 'queueNameHidden');
  if (field === 'status') return text(`status_${value as RequestStatus}`);
  if (field === 'price') return formats.money(value as Money);
  if (field === 'dueOn') return formats.day(String(value), Date.now());
  if (Array.isArray(value)) return value.length === 0 ? text('none') : list(value);
  return String(value);
}
