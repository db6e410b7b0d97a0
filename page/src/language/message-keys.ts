import type { Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import type english from '../../../texts/customers/en.json';

export type MessageKey = keyof (typeof english)['page'];

export type Messages = MessagesOf<MessageKey>;
