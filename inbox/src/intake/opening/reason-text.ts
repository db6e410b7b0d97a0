import type { Opening, OpeningReport } from '../../model/watch-opening.ts';
import type { IntakeTranslator } from '../intake-messages.ts';

/** Returns what has closed the form, as a sentence, or an empty text while it is open. */
export function reasonText({ reason, requests }: OpeningReport, { text }: IntakeTranslator): string {
  if (reason === null) return '';
  return text(`reason_${reason}`, { requests: requests.count, limit: requests.limit ?? 0 });
}

/** Returns the mode that opens the form: its schedule where that has it open now. */
export function openingMode(
  { opensAt, closesAt }: { readonly opensAt: string | null; readonly closesAt: string | null },
  now: number,
): Opening['mode'] {
  if (opensAt === null && closesAt === null) return 'open';
  const hasOpened = opensAt === null || Date.parse(opensAt) <= now;
  const willClose = closesAt === null || now < Date.parse(closesAt);
  return hasOpened && willClose ? 'scheduled' : 'open';
}
