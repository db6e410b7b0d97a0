import { messagesIn, type Voice } from '../../../events/status-links/messages/voice.ts';
import { endedStatuses, shownStatusOf } from '../../../events/status-links/shown-status.ts';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import { type Language, textIn } from '../../../platform/language/languages.ts';
import type { OwnMails } from '../../../studio/document/mails.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { NotComposedError } from '../../ledger/sender.ts';
import { cut, oneLine } from '../../notices/cut.ts';
import { announcedStatus, statusWords } from '../../notices/notice-words.ts';
import type { MailPart } from './mail-content.ts';
import { dayIn, dueDayIn, factsIn, numberOf, orderOf, typeOf } from './mail-facts.ts';
import type { MailLogo } from './mail-logo.ts';
import type { MailLook } from './mail-look.ts';
import type { MailKind } from './mail-previews.ts';
import type { MailDraft } from './mail-templates.ts';
import { ownWordsOf } from './own-words.ts';

/** The facts of the studio in mails to customers. */
export interface Studio {
  /** Its name by language, or null. */
  readonly title: Readonly<Record<string, string>> | null;
  /** Its words on the next steps after a request has arrived, by language, or null. */
  readonly afterwards: Readonly<Record<string, string>> | null;
  readonly voice: Voice;
  readonly logo: MailLogo | null;
  readonly look: MailLook;
  /** An IANA name. */
  readonly timeZone: string;
  /** Its own words, or null. */
  readonly mails: OwnMails | null;
}

/** Names of type and studio may have 200 characters each. */
const mostSubjectCharacters = 250;

/**
 * Composes a mail without any text of the customer, because the address may be another person's.
 * @param url of the status page, or null when customers could not reach it
 */
export function customerDraft(
  dispatch: Dispatch,
  request: DispatchedRequest,
  language: Language,
  facts: Studio,
  url: string | null,
): MailDraft {
  if (dispatch.type === 'request.message' && typeof dispatch.facts?.text !== 'string') {
    throw new NotComposedError('its text does not exist any more');
  }
  const words = customerTexts[language].mails;
  const { title, logo, look, mails } = facts;
  const { status, statusText } = statusWords(dispatch, request, messagesIn(language, facts.voice));
  const kind = kindOf(dispatch, request);
  const type = typeOf(request, language);
  const studio = title && oneLine(textIn(title, language));
  const given = {
    number: numberOf(request),
    type: type ?? '',
    received: dayIn(language, request.createdAt, facts.timeZone),
    due: dueDayIn(language, request.dueOn) ?? '',
    link: url ?? '',
  };
  const own = ownWordsOf(mails, kind, language, {
    ...given,
    type: inSentence(type ?? words.facts.type, language),
    studio: studio ?? customerTexts[language].notices.studio,
  });
  const text = own.paragraphs ?? builtInWords(kind, language, facts);
  const { number, received, due } = given;
  const box = factsIn(language, { type: orderOf(request, language), number, received, due });
  const message = String(dispatch.facts?.text ?? '');
  const publicMessage = request.publicMessage ?? '';
  const signature = mails?.signature ? [textIn(mails.signature, language).trim()] : [];
  // A person greets and signs in words of their own.
  const written = kind === 'operatorMessage' ? [message] : [...text, ...quoted(dispatch, publicMessage), ...signature];
  return {
    template: templateOf(dispatch),
    values: { ...given, status, statusText, message, publicMessage, studio: studio ?? '' },
    content: {
      subject: cut(own.subject ?? builtInSubject(kind, studio, type, language), mostSubjectCharacters),
      sender: studio,
      ...(logo && { logo }),
      look,
      byStudio: true,
      ...previewOf(kind === 'operatorMessage' ? [] : text, words.hello),
      paragraphs: [...written, { facts: box }],
      link: url === null ? null : { label: isEnded(kind) ? words.details : words.follow, url },
      footer: words.customerFooter,
    },
  };
}

/** Returns the built-in words of a mail as a studio would write them, with placeholders. */
export function deliveredWords(kind: MailKind, language: Language, facts: Studio) {
  const { subjects, work } = customerTexts[language].mails;
  const text = kind === 'operatorMessage' ? null : builtInWords(kind, language, facts).join('\n\n');
  return { subject: fillText(subjects[kind], { studio: '{studio}', work: work.typed }), text };
}

function builtInWords(kind: MailKind, language: Language, { voice, afterwards }: Studio): readonly string[] {
  if (kind === 'operatorMessage') return [];
  const { hello, createdText } = customerTexts[language].mails;
  const { text, next } = messagesIn(language, voice).statuses[kind];
  if (kind !== 'NEW') return [hello, text, ...(next === null ? [] : [next])];
  return [hello, createdText, (afterwards && textIn(afterwards, language)) ?? next ?? ''];
}

function builtInSubject(kind: MailKind, studio: string | null, type: string | null, language: Language): string {
  const { mails, notices } = customerTexts[language];
  const work = type === null ? mails.work.untyped : fillText(mails.work.typed, { type: inSentence(type, language) });
  return capitalised(fillText(mails.subjects[kind], { studio: studio ?? notices.studio, work }), studio);
}

function kindOf(dispatch: Dispatch, request: DispatchedRequest): MailKind {
  return dispatch.type === 'request.message' ? 'operatorMessage' : shownStatusOf(announcedStatus(dispatch, request));
}

const isEnded = (kind: MailKind): boolean => endedStatuses.some((status) => status === kind);

function templateOf({ type }: Dispatch): MailDraft['template'] {
  if (type === 'request.message') return 'customer-message';
  return type === 'request.status_changed' ? 'customer-status' : 'customer-created';
}

function quoted({ type }: Dispatch, publicMessage: string): readonly MailPart[] {
  return type === 'request.status_changed' && publicMessage !== '' ? [{ quote: publicMessage }] : [];
}

/** The greeting is no news. */
function previewOf(text: readonly string[], hello: string) {
  const preview = text.find((one) => one !== hello);
  return preview === undefined ? {} : { preview };
}

/** English writes "your character illustration" for the type "Character illustration", and keeps "NSFW" and "A4". */
function inSentence(type: string, language: Language): string {
  return language === 'en' ? type.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()) : type;
}

/** A studio writes its own name as it likes. */
function capitalised(text: string, studio: string | null): string {
  if (studio !== null && text.startsWith(studio)) return text;
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
