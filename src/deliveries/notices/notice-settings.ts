import { z } from 'zod';
import { languages } from '../../platform/language/languages.ts';

/** The events that a short notice can describe. */
export const noticeTypes = ['request.created', 'request.status_changed', 'studio.opened', 'studio.closed'] as const;

/** The texts of a customer that a notice can hold, besides the request's number, its number of files and a link. */
export const noticeFields = ['customerName', 'message'] as const;

/** The settings of every kind that sends notices. */
export const noticeSettings = z.object({ language: z.enum(languages), fields: z.array(z.enum(noticeFields)) });

export type NoticeSettings = z.infer<typeof noticeSettings>;

const language = z.enum(languages);
const fields = z.array(z.enum(noticeFields)).max(noticeFields.length);

/** The members of a new channel, and of a change, for the operators' API. */
export const noticeMembers = {
  language: language.default('en').describe('The language of the notices'),
  fields: fields.default([]).describe("The customer's texts that are sent too"),
};

export const noticeChange = { language: language.optional(), fields: fields.optional() };
