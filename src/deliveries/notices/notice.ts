import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { fillText } from '../../platform/language/fill-text.ts';
import type { Dispatch } from '../ledger/delivery.ts';
import { NotComposedError } from '../ledger/sender.ts';
import { cut, oneLine } from './cut.ts';
import type { NoticeSettings } from './notice-settings.ts';
import { statusWords } from './notice-words.ts';

/** The message about an event in a chat or on a phone. */
export interface Notice {
  /** One line without any text of the customer. */
  readonly title: string;
  /** More lines without any text of the customer. */
  readonly facts: readonly string[];
  /** The page of the request in the inbox, or the inbox itself. Null for a test. */
  readonly url: string | null;
  /** Returns the texts that a stranger typed, each cut. */
  quoted(limit: number): readonly string[];
}

const mostNameCharacters = 100;

/** @param inboxUrl the origin of the inbox */
export function noticeOf(dispatch: Dispatch, { language, fields }: NoticeSettings, inboxUrl: string): Notice {
  const { chats, mails: words, statusPage } = customerTexts[language];
  const { type, request } = dispatch;
  if (type === 'test') return { title: words.testText, facts: [], url: null, quoted: () => [] };
  if (type === 'studio.opened') return { title: chats.formOpen, facts: [], url: inboxUrl, quoted: () => [] };
  if (type === 'studio.closed') {
    const title = dispatch.facts?.state === 'waitlist' ? chats.formWaitlist : chats.formClosed;
    return { title, facts: [], url: inboxUrl, quoted: () => [] };
  }
  // The ledger claims no delivery about a request that is gone.
  if (request === null) throw new NotComposedError('its request does not exist any more');
  const isNew = type === 'request.created';
  const { status } = statusWords(dispatch, request, statusPage);
  const values = { number: requestNumberOf(request.id), status, count: String(request.fileNames.length) };
  const texts = { customerName: oneLine(request.customerName), message: isNew ? request.message : '' };
  return {
    title: fillText(isNew ? words.operatorSubject : words.operatorStatusSubject, values),
    facts: isNew && request.fileNames.length > 0 ? [fillText(words.files, values)] : [],
    url: `${inboxUrl}/requests/${request.id}`,
    quoted: (limit) =>
      fields
        .map((field) => cut(texts[field], field === 'message' ? limit : Math.min(limit, mostNameCharacters)))
        .filter((text) => text !== ''),
  };
}

/** The lengths of quoted texts to try, until a notice is short enough for its receiver whatever a stranger typed. */
export const quoteLimits = [500, 200, 50, 0] as const;
