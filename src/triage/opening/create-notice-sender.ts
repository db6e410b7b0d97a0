import type { Pool } from 'pg';
import type { Studio } from '../../deliveries/kinds/mail/customer-mail.ts';
import { type MailContent, textOf } from '../../deliveries/kinds/mail/mail-content.ts';
import { htmlOf } from '../../deliveries/kinds/mail/mail-html.ts';
import type { MailMessage } from '../../deliveries/kinds/mail/mail-transport.ts';
import { type Mailer, sendMail } from '../../deliveries/kinds/mail/send-mail.ts';
import type { Dispatch } from '../../deliveries/ledger/delivery.ts';
import type { Outcome, Sender } from '../../deliveries/ledger/sender.ts';
import { oneLine } from '../../deliveries/notices/cut.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { fillText } from '../../platform/language/fill-text.ts';
import { directionOf, isLanguage, type Language, textIn } from '../../platform/language/languages.ts';
import type { NoticeTokens } from './notice-tokens.ts';

interface NoticeSenderParts {
  readonly pool: Pool;
  readonly mailer: Mailer;
  readonly tokens: NoticeTokens;
  /** The address of the form, which ends with `/`. */
  readonly formUrl: string;
  studio(): Studio;
}

interface Notice {
  readonly email: string;
  readonly language: string;
}

const findText = 'select email, language from opening_notices where id = $1';
const endText = 'delete from opening_notices where id = $1';

const gone: Outcome = {
  result: 'failed',
  cause: 'gone',
  detail: 'The address does not exist any more',
  status: null,
  response: null,
};

/** Mails people on the opening of the form (S19). A delivery keeps no part of the address. */
export function createNoticeSender({ pool, mailer, ...parts }: NoticeSenderParts): Sender {
  return {
    kind: 'openings',
    afterLoss: 'uncertain',
    compose: async () => '',
    async send({ id, facts }, _body, signal) {
      const noticeId = String(facts?.noticeId);
      const [notice] = (await pool.query<Notice>(findText, [noticeId])).rows;
      if (notice === undefined) return gone;
      const page = `${parts.formUrl}opening-notices/${await parts.tokens.encode(noticeId)}`;
      const content = contentOf(facts, page, notice, parts);
      const outcome = await sendMail(mailer, id, messageOf(notice, content, page), signal);
      // One mail at the next opening, then the address goes.
      if (facts?.about === 'opened' && outcome.result !== 'retry') await pool.query(endText, [noticeId]);
      return outcome;
    },
  };
}

function contentOf(
  facts: Dispatch['facts'],
  page: string,
  notice: Notice,
  { formUrl, studio }: Pick<NoticeSenderParts, 'formUrl' | 'studio'>,
): MailContent {
  const language = languageOf(notice);
  const words = customerTexts[language].notices;
  const { title, look } = studio();
  const name = title === null ? words.studio : oneLine(textIn(title, language));
  const filled = (text: string) => fillText(text, { studio: name });
  if (facts?.about === 'opened') {
    const link = { label: words.openedLink, url: formUrl };
    const subject = filled(words.openedSubject);
    return { subject, look, paragraphs: [words.openedText], link, footer: words.footer };
  }
  const link = { label: words.confirmLink, url: page };
  const paragraphs = [filled(words.confirmText)];
  return { subject: words.confirmSubject, look, paragraphs, link, footer: words.confirmFooter };
}

function messageOf(notice: Notice, content: MailContent, page: string): MailMessage {
  const language = languageOf(notice);
  return {
    to: [{ name: '', address: notice.email }],
    replyTo: null,
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content, language, directionOf(language)),
    unsubscribe: `${page}?unsubscribe`,
    // RFC 8058 section 3.1 asks for https.
    ...(page.startsWith('https:') && { unsubscribesByPost: true }),
  };
}

function languageOf({ language }: Notice): Language {
  return isLanguage(language) ? language : 'en';
}
