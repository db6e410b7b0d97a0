import type { Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import type english from '../../../texts/customers/en.json';

export type MessageKey = keyof (typeof english)['page'];

/** Of the texts that only some visits need. They load with the parts that show them. */
export type LaterKey = keyof (typeof english)['pageLater'];

export type Messages = MessagesOf<MessageKey>;

export type LaterMessages = MessagesOf<LaterKey>;
