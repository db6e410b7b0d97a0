import { greetingOf, messagesIn, type Voice } from '../../../events/status-links/messages/voice.ts';
import { requestNumberOf } from '../../../intake/submission/request-number.ts';
import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText, textForCount } from '../../../platform/language/fill-text.ts';
import { directionOf, isLanguage, type Language, textIn } from '../../../platform/language/languages.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { NotComposedError } from '../../ledger/sender.ts';
import { cut, oneLine } from '../../notices/cut.ts';
import { factLines, statusWords } from '../../notices/notice-words.ts';
import type { Digest } from './create-digests.ts';
import { htmlOf, type MailContent, textOf } from './mail-content.ts';
import type { MailLogo } from './mail-logo.ts';
import type { TemplateName } from './mail-previews.ts';
import { allowsMessages, type Mailbox, type MailSettings } from './mail-settings.ts';
import type { FillTemplate, TemplateValues } from './mail-templates.ts';
import type { MailMessage } from './mail-transport.ts';

/** The facts of the studio in mails to customers. */
export interface Studio {
  /** Its name by language, or null. */
  readonly title: Readonly<Record<string, string>> | null;
  /** Its words on the next steps after a request has arrived, by language, or null. */
  readonly afterwards: Readonly<Record<string, string>> | null;
  readonly voice: Voice;
  readonly logo: MailLogo | null;
}

export interface MailComposerParts {
  /** Returns the studio as it is known now. */
  studio(): Studio;
  readonly fillTemplate: FillTemplate;
  /** The sender of the mails. A test of a channel to customers is sent to it. */
  readonly from: Mailbox;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  /** Returns the URL of the status page, or null when customers could not reach it. */
  statusUrl(requestId: string): Promise<string | null>;
  readDigest(facts: Dispatch['facts']): Promise<Digest>;
}

/** Composes the mail of a dispatch. Rejects when a template, the URL of the inbox or a digest cannot be read. */
export type ComposeMail = (dispatch: Dispatch, settings: MailSettings) => Promise<MailMessage>;

/** A composed mail whose content a template may replace. */
interface Draft {
  readonly template: TemplateName | null;
  readonly content: MailContent;
  readonly values: TemplateValues;
}

const mostMessageCharacters = 2000;

export function createMailComposer(parts: MailComposerParts): ComposeMail {
  return async (dispatch, settings) => {
    // It may have become another channel since the message was taken.
    if (dispatch.type === 'request.message' && !allowsMessages(settings)) {
      throw new NotComposedError('its channel sends no messages to customers any more');
    }
    const language = languageOf(dispatch, settings);
    const draft =
      settings.audience === 'customers'
        ? await customerDraft(dispatch, language, parts)
        : await operatorDraft(dispatch, language, parts);
    const written = draft.template && (await parts.fillTemplate(draft.template, language, draft.values));
    return {
      to: recipients(dispatch, settings, parts.from),
      replyTo: settings.audience === 'operators' ? customerOf(dispatch.request) : null,
      ...(written ?? rendered(draft.content, language)),
      unsubscribe: dispatch.type === 'digest' ? `${await parts.inboxUrl()}/settings/channels` : null,
    };
  };
}

/** Returns the customer's language when it is known, else the channel's. */
function languageOf({ request }: Dispatch, { audience, language }: MailSettings): Language {
  const own = audience === 'customers' ? request?.language : null;
  return own && isLanguage(own) ? own : language;
}

function rendered(content: MailContent, language: Language) {
  const subject = oneLine(content.subject);
  const html = htmlOf({ ...content, subject }, language, directionOf(language));
  return { subject, text: textOf(content), html, ...(content.logo && { logo: content.logo.sha256 }) };
}

function recipients({ request }: Dispatch, settings: MailSettings, from: Mailbox): Mailbox[] {
  if (settings.audience === 'operators') return settings.to;
  // Without the customer's name: the address may be another person's, who must not receive a text of a stranger.
  return [request === null ? from : { name: '', address: request.customerEmail }];
}

function customerOf(request: DispatchedRequest | null): Mailbox | null {
  return request && { name: oneLine(request.customerName), address: request.customerEmail };
}

/** Composes a mail without any text of the customer, because the address may be another person's. */
async function customerDraft(dispatch: Dispatch, language: Language, parts: MailComposerParts): Promise<Draft> {
  const words = customerTexts[language].mails;
  const { request } = dispatch;
  if (request === null) return testDraft(language);
  const number = requestNumberOf(request.id);
  const url = await parts.statusUrl(request.id);
  const { title, afterwards, voice, logo } = parts.studio();
  const messages = messagesIn(language, voice);
  const { status, statusText, next } = statusWords(dispatch, request, messages);
  if (dispatch.type === 'request.message' && typeof dispatch.facts?.text !== 'string') {
    throw new NotComposedError('its text does not exist any more');
  }
  const message = String(dispatch.facts?.text ?? '');
  const studio = title && oneLine(textIn(title, language));
  const publicMessage = request.publicMessage ?? '';
  const values = { number, status, statusText, message, publicMessage, studio: studio ?? '', link: url ?? '' };
  const frame = {
    byStudio: true as const,
    sender: studio,
    ...(logo && { logo }),
    link: url === null ? null : { label: words.follow, url },
    footer: words.customerFooter,
  };
  const draft = (template: TemplateName, subject: string, ...paragraphs: readonly (string | null)[]): Draft => ({
    template,
    values,
    content: {
      ...frame,
      subject: [fillText(subject, values), ...(studio === null ? [] : [studio])].join(' · '),
      paragraphs: paragraphs.filter((text) => text !== null),
    },
  });
  // A person greets in words of their own.
  if (dispatch.type === 'request.message') return draft('customer-message', words.messageSubject, message);
  const greeting = greetingOf(messages, studio);
  if (dispatch.type === 'request.status_changed') {
    return draft('customer-status', words.statusSubject, greeting, statusText, request.publicMessage, next);
  }
  const ownNext = afterwards && textIn(afterwards, language);
  return draft('customer-created', words.createdSubject, greeting, words.createdText, ownNext ?? next);
}

async function operatorDraft(dispatch: Dispatch, language: Language, parts: MailComposerParts): Promise<Draft> {
  const { request } = dispatch;
  if (dispatch.type === 'digest') return digestDraft(await parts.readDigest(dispatch.facts), language, parts);
  if (request === null) return testDraft(language);
  const words = customerTexts[language].mails;
  const link = `${await parts.inboxUrl()}/requests/${request.id}`;
  const { status, statusText } = statusWords(dispatch, request, customerTexts[language].statusPage);
  const values = {
    number: requestNumberOf(request.id),
    status,
    statusText,
    name: oneLine(request.customerName),
    email: request.customerEmail,
    files: String(request.fileNames.length),
    message: cut(request.message, mostMessageCharacters),
    answers: factLines(request, language).join('\n'),
    link,
  };
  const isNew = dispatch.type === 'request.created';
  const sender = fillText(words.from, { name: `${values.name} <${values.email}>` });
  const files = fillText(words.files, { count: values.files });
  return {
    template: isNew ? 'operator-created' : 'operator-status',
    values,
    content: {
      subject: fillText(isNew ? words.operatorSubject : words.operatorStatusSubject, values),
      paragraphs: isNew
        ? [`${sender}\n${files}`, values.message, ...(values.answers === '' ? [] : [values.answers])]
        : [sender],
      link: { label: words.open, url: link },
      footer: words.operatorFooter,
    },
  };
}

async function digestDraft(digest: Digest, language: Language, parts: MailComposerParts): Promise<Draft> {
  const words = customerTexts[language].mails;
  const { count, requests } = digest;
  // The requests were erased or became SPAM after the claim. The next claim cancels the digest.
  if (count === 0) throw new NotComposedError('all of its requests are gone');
  const list = requests.map(
    ({ id, customerName }) => `${requestNumberOf(id)}  ${cut(oneLine(customerName), mostMessageCharacters)}`,
  );
  if (count > requests.length) list.push(fillText(words.digestMore, { count: String(count - requests.length) }));
  const values = { count: String(count), requests: list.join('\n'), link: `${await parts.inboxUrl()}/` };
  const subject = textForCount(words.digestSubject, count, () => new Intl.PluralRules(language));
  return {
    template: 'operator-digest',
    values,
    content: {
      subject: fillText(subject, values),
      paragraphs: [values.requests],
      link: { label: words.open, url: values.link },
      footer: words.operatorFooter,
    },
  };
}

function testDraft(language: Language): Draft {
  const { testSubject, testText, operatorFooter } = customerTexts[language].mails;
  const content = { subject: testSubject, paragraphs: [testText], link: null, footer: operatorFooter };
  return { template: null, values: {}, content };
}
