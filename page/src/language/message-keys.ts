import type { Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import type laterEnglish from '../../later-messages/en.json';
import type english from '../../messages/en.json';

export type MessageKey = keyof typeof english;

/** Of the texts that only some visits need. They load with the parts that show them. */
export type LaterKey = keyof typeof laterEnglish;

export type Messages = MessagesOf<MessageKey>;

export type LaterMessages = MessagesOf<LaterKey>;
