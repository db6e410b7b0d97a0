import type { EntryKind } from '../../events/event-kinds.ts';
import type { EntryCall, Kind } from '../entry-kind.ts';
import { message } from './message/message-kind.ts';
import { note } from './note/note-kind.ts';
import { publicMessage } from './public-message/public-message-kind.ts';

const kinds: Readonly<Record<EntryKind, Kind>> = { note, message, 'public-message': publicMessage };

/** The calls that add an entry, each with the kind of the entry and its text. */
export const entryCalls: readonly (EntryCall & { readonly kind: EntryKind; readonly text: Kind['text'] })[] =
  Object.entries(kinds).flatMap(([kind, { text, call }]) =>
    call === null ? [] : [{ ...call, kind: kind as EntryKind, text }],
  );
