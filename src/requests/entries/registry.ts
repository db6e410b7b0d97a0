import { z } from 'zod';
import type { EntryKind } from '../../events/event-kinds.ts';
import { named } from '../../platform/shapes/values.ts';
import type { EntryCall, Kind } from '../entry-kind.ts';
import { message } from './message/message-kind.ts';
import { note } from './note/note-kind.ts';
import { publicMessage } from './public-message/public-message-kind.ts';

const kinds: Readonly<Record<EntryKind, Kind>> = { note, message, 'public-message': publicMessage };

interface NamedCall extends EntryCall {
  readonly kind: EntryKind;
  readonly body: z.ZodType<{ readonly text: string }>;
}

/** The calls that add an entry. */
export const entryCalls = Object.entries(kinds).flatMap(([kind, { text, call }]): readonly NamedCall[] => {
  if (call === null) return [];
  return [{ ...call, kind: kind as EntryKind, body: named(call.bodyName, z.strictObject({ text })) }];
});
