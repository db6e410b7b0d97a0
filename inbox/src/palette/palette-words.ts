import type { MessageKey } from '../language/inbox-messages.ts';

/** Texts with other words for the pages of the settings, by the part of the address behind `/settings`. */
export const pageWords: Readonly<Record<string, MessageKey>> = {
  start: 'words_start',
  form: 'words_form',
  opening: 'words_opening',
  channels: 'words_channels',
  people: 'words_people',
  mails: 'words_mails',
  tokens: 'words_tokens',
  blocks: 'words_blocks',
  junk: 'words_blocks',
  health: 'words_health',
  history: 'words_history',
  account: 'words_account',
  '': 'words_account',
};
