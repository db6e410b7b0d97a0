import type { Command } from 'commander';
import { languages } from '../../platform/language/languages.ts';
import type { ValueReaders } from '../kind/kind-command.ts';
import { type NoticeSettings, noticeFields } from './notice-settings.ts';

/** Adds the options of every kind that sends notices. */
export function noticeOptions(command: Command, { listOf }: ValueReaders): void {
  command
    .addOption(
      command.createOption('--language <language>', 'the language of the notices').choices(languages).default('en'),
    )
    .addOption(
      command
        .createOption('--fields <fields>', "the customer's texts to send too, separated by commas")
        .choices(noticeFields)
        .argParser(listOf(noticeFields))
        .default([], 'none'),
    );
}

export function readNoticeOptions(command: Command): NoticeSettings {
  const { language, fields } = command.opts<NoticeSettings>();
  return { language, fields };
}
