import { customerTexts } from '../../../platform/language/customer-texts.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { DeliveryType, Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { createMailComposer, type Studio } from './compose-mail.ts';
import { type ReadLogo, withLogoInside, withoutLogo } from './mail-logo.ts';
import type { MailPreviews, TemplateName } from './mail-previews.ts';
import type { Mailbox, MailSettings } from './mail-settings.ts';
import { type FillTemplate, TemplateError } from './mail-templates.ts';

const types: Readonly<Record<TemplateName, DeliveryType>> = {
  'customer-created': 'request.created',
  'customer-status': 'request.status_changed',
  'customer-message': 'request.message',
  'operator-created': 'request.created',
  'operator-status': 'request.status_changed',
  'operator-digest': 'digest',
};

/** An address of a reserved domain, which has no mailbox. */
const mailbox = { name: '', address: 'mia@example.org' };

const request: DispatchedRequest = {
  id: '019aab3c-2f00-7000-8000-000000000001',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  status: 'ACCEPTED',
  publicMessage: null,
  customerName: 'Mia',
  customerEmail: mailbox.address,
  customerSocials: null,
  message: 'Two cats, in oil.\n\nThe grey one is shy.',
  language: null,
  typeId: null,
  optionId: null,
  customCardId: null,
  extras: [],
  fileNames: ['cat.jpg', 'other-cat.jpg'],
  answers: [],
};

const digested = ['Mia', 'Noah', 'Yuki'].map((customerName, index) => ({
  id: `019aab3c-2f00-7000-8000-00000000000${index + 1}`,
  customerName,
}));

interface MailPreviewParts {
  studio(): Studio;
  readonly fillTemplate: FillTemplate;
  /** The sender of all mails, or null without a mail server. */
  readonly from: Mailbox | null;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  /** An example of a status link, or null when customers get no links. */
  readonly statusUrl: string | null;
  readonly readLogo: ReadLogo;
}

/** Composes mails as for sending, about an example request. */
export function createMailPreviews({
  studio,
  fillTemplate,
  from,
  inboxUrl,
  statusUrl,
  readLogo,
}: MailPreviewParts): MailPreviews {
  return {
    async show(template, language) {
      let isReplaced = false;
      const compose = createMailComposer({
        studio,
        async fillTemplate(name, of, values) {
          const filled = await fillTemplate(name, of, values);
          isReplaced = filled !== null;
          return filled;
        },
        from: from ?? mailbox,
        inboxUrl,
        statusUrl: async () => statusUrl,
        readDigest: async () => ({ count: digested.length, requests: digested }),
      });
      try {
        const mail = await compose(dispatchOf(template, language), settingsOf(template, language));
        const { subject, text } = mail;
        const html = mail.html && (await withShownLogo(mail.html, mail.logo));
        const to = mail.to.map(mailboxText).join(', ');
        return { from: from && mailboxText(from), to, subject, text, html, isReplaced };
      } catch (error) {
        if (error instanceof TemplateError) return { fault: error.message };
        throw error;
      }
    },
  };

  /** A preview is not read as a mail, so its picture is inside. */
  async function withShownLogo(html: string, sha256: string | undefined): Promise<string> {
    const logo = sha256 === undefined ? null : await readLogo(sha256, AbortSignal.timeout(readLogoMs));
    return logo === null ? withoutLogo(html) : withLogoInside(html, logo);
  }
}

const readLogoMs = 5000;

const mailboxText = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`);

function dispatchOf(template: TemplateName, language: Language): Dispatch {
  const type = types[template];
  const settings = null;
  return {
    id: request.id,
    attempt: 1,
    type,
    createdAt: request.createdAt,
    facts: { from: 'NEW', to: request.status, text: customerTexts[language].statusPage.statuses.IN_PROGRESS.text },
    requestId: request.id,
    request: type === 'digest' ? null : request,
    body: null,
    channel: { id: request.id, kind: 'mail', name: '', settings, sealed: null },
  };
}

function settingsOf(template: TemplateName, language: Language): MailSettings {
  if (template.startsWith('customer-')) return { audience: 'customers', language, messages: true };
  return { audience: 'operators', language, to: [mailbox], pace: 'each', hour: 0, timeZone: 'UTC' };
}
