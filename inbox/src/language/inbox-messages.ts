import type { Messages as MessagesOf } from '../../../page-kit/language/messages.ts';
import en from '../../../texts/inbox/en.json';
import type { Language } from './reader-language.ts';

type English = typeof en;

export type MessageKey = keyof (English['inbox'] & English['settings']);
export type FormMessageKey = keyof English['form'];
export type IntakeMessageKey = keyof English['intake'];

export type Messages = MessagesOf<MessageKey>;

/** The words of the inbox. The editor of the form and the triage have keys of their own. */
export interface InboxMessages {
  readonly inbox: Messages;
  readonly form: MessagesOf<FormMessageKey>;
  readonly intake: MessagesOf<IntakeMessageKey>;
}

interface Texts extends Omit<InboxMessages, 'inbox'> {
  readonly inbox: MessagesOf<keyof English['inbox']>;
  readonly settings: MessagesOf<keyof English['settings']>;
}

const loaders = import.meta.glob<Texts>(['../../../texts/inbox/*.json', '!../../../texts/inbox/en.json'], {
  import: 'default',
});

export const englishMessages: InboxMessages = messagesOf(en);

/** Rejects when the messages of another language than English cannot be loaded. */
export async function loadMessages(language: Language): Promise<InboxMessages> {
  const texts = await loaders[`../../../texts/inbox/${language}.json`]?.();
  return texts === undefined ? englishMessages : messagesOf(texts);
}

function messagesOf({ inbox, settings, form, intake }: Texts): InboxMessages {
  return { inbox: { ...inbox, ...settings }, form, intake };
}
