import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { directionOf, isLanguage, type Language } from '../../../platform/language/languages.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { NotComposedError } from '../../ledger/sender.ts';
import { oneLine } from '../../notices/cut.ts';
import { customerDraft, type Studio } from './customer-mail.ts';
import { type MailContent, textOf } from './mail-content.ts';
import { htmlOf } from './mail-html.ts';
import { allowsMessages, type Mailbox, type MailSettings } from './mail-settings.ts';
import type { FillTemplate, MailDraft } from './mail-templates.ts';
import type { MailMessage } from './mail-transport.ts';
import { digestDraft, operatorDraft } from './operator-mail.ts';
import type { Digest } from './read-digest.ts';

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

export function createMailComposer(parts: MailComposerParts): ComposeMail {
  return async (dispatch, settings) => {
    // It may have become another channel since the message was taken.
    if (dispatch.type === 'request.message' && !allowsMessages(settings)) {
      throw new NotComposedError('its channel sends no messages to customers any more');
    }
    const language = languageOf(dispatch, settings);
    const draft = await draftOf(dispatch, settings, language, parts);
    const written = draft.template && (await parts.fillTemplate(draft.template, language, draft.values));
    return {
      to: recipients(dispatch, settings, parts.from),
      replyTo: settings.audience === 'operators' ? customerOf(dispatch.request) : null,
      ...(written ?? rendered(draft.content, language)),
      unsubscribe: dispatch.type === 'digest' ? `${await parts.inboxUrl()}/settings/channels` : null,
    };
  };
}

async function draftOf(
  dispatch: Dispatch,
  settings: MailSettings,
  language: Language,
  { studio, inboxUrl, statusUrl, readDigest }: MailComposerParts,
): Promise<MailDraft> {
  const { type, facts, request } = dispatch;
  if (type === 'digest') return digestDraft(await readDigest(facts), language, await inboxUrl());
  if (request === null) return testDraft(language);
  if (settings.audience === 'customers') {
    return customerDraft(dispatch, request, language, studio(), await statusUrl(request.id));
  }
  return operatorDraft(dispatch, request, settings, await inboxUrl());
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

function testDraft(language: Language): MailDraft {
  const { testSubject, testText, operatorFooter } = customerTexts[language].mails;
  const content = { subject: testSubject, paragraphs: [testText], link: null, footer: operatorFooter };
  return { template: null, values: {}, content };
}
