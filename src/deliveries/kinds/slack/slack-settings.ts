import { z } from 'zod';
import { noticeSettings } from '../../notices/notice-settings.ts';

/** The settings that the API shows. */
export const slackSettings = noticeSettings.extend({
  /** The URL, shortened by `shownAddress`. */
  address: z.string(),
});

export type SlackSettings = z.infer<typeof slackSettings>;

/** The sealed texts. */
export const slackSecrets = z.object({ url: z.string() });

export type SlackSecrets = z.infer<typeof slackSecrets>;
