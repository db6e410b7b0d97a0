import { z } from 'zod';
import { noticeChange, noticeMembers, noticeSettings } from '../../notices/notice-settings.ts';
import { receiverUrl } from '../../receivers/receiver-url.ts';

export const publicServer = 'https://ntfy.sh/';

export const topicPattern = /^[-_A-Za-z0-9]{1,64}$/;

/** The characters that a header can hold. */
export const tokenPattern = /^[\x21-\x7e]{1,200}$/;

/** The settings that the API shows. */
export const ntfySettings = noticeSettings.extend({ server: z.string() });

export type NtfySettings = z.infer<typeof ntfySettings>;

/** The sealed texts. The topic is one of them, because on a server without accounts it is the only protection. */
export const ntfySecrets = z.object({ topic: z.string(), token: z.string().nullable() });

export type NtfySecrets = z.infer<typeof ntfySecrets>;

const topic = z
  .string()
  .regex(topicPattern, 'The topic must have 1 to 64 letters, digits, - and _')
  .describe('Whoever knows the topic reads its notices, unless the server has accounts');
const token = z
  .string()
  .regex(tokenPattern, 'The token must have no blanks, and at most 200 characters')
  .nullable()
  .describe('An access token of the server, or null');

export const newMembers = {
  server: receiverUrl.default(publicServer),
  topic,
  token: token.default(null),
  ...noticeMembers,
};

export const changeMembers = {
  server: receiverUrl.optional(),
  topic: topic.optional(),
  token: token.optional(),
  ...noticeChange,
};
