import { customerTexts } from '../../../platform/language/customer-texts.ts';
import type { Studio as StudioDocument } from '../../../studio/document/studio.ts';
import type { DeliveryType, Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { createMailComposer } from './compose-mail.ts';
import { deliveredWords, type Studio } from './customer-mail.ts';
import { type ReadLogo, withLogoInside, withoutLogo } from './mail-logo.ts';
import type { MailExample, MailKind, MailPreviews, TemplateName } from './mail-previews.ts';
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
  dueOn: '2026-12-18',
  chosen: null,
  estimate: null,
};

/** Returns the request, with the first type that the studio offers. */
function requestFor(types: StudioDocument['types'], status: DispatchedRequest['status']): DispatchedRequest {
  const type = types.find(({ hidden }) => !hidden);
  const option = type?.options.find(({ hidden }) => !hidden)?.name ?? null;
  return { ...request, status, chosen: type ? { type: type.name, option, customCard: null, extras: [] } : null };
}

const digested = (example: DispatchedRequest) =>
  ['Mia', 'Noah', 'Yuki'].map((customerName, index) => ({
    ...example,
    id: `019aab3c-2f00-7000-8000-00000000000${index + 1}`,
    customerName,
  }));

interface MailPreviewParts {
  /** @param draft Null for the published studio. */
  studio(draft: StudioDocument | null): { readonly facts: Studio; readonly types: StudioDocument['types'] };
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
    async show(example) {
      const { template, language, status } = example;
      let isReplaced = false;
      const { facts, types } = studio(example.studio);
      const shown = requestFor(types, status);
      const compose = createMailComposer({
        studio: () => facts,
        async fillTemplate(name, of, values) {
          const filled = await fillTemplate(name, of, values);
          isReplaced = filled !== null;
          return filled;
        },
        from: from ?? mailbox,
        inboxUrl,
        statusUrl: async () => statusUrl,
        readDigest: async () => ({ count: 3, requests: digested(shown) }),
      });
      try {
        const mail = await compose(dispatchOf(example, shown), settingsOf(example));
        const { subject, text } = mail;
        const html = mail.html && (await withShownLogo(mail.html, mail.logo));
        const to = mail.to.map(mailboxText).join(', ');
        const delivered = isForCustomers(template) ? deliveredWords(kindOf(example), language, facts) : null;
        return { from: from && mailboxText(from), to, subject, text, html, isReplaced, delivered };
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

const isForCustomers = (template: TemplateName) => template.startsWith('customer-');

function kindOf({ template, status }: MailExample): MailKind {
  if (template === 'customer-message') return 'operatorMessage';
  return template === 'customer-created' ? 'NEW' : status;
}

function dispatchOf({ template, language, status }: MailExample, shown: DispatchedRequest): Dispatch {
  const type = types[template];
  const settings = null;
  return {
    id: request.id,
    attempt: 1,
    type,
    createdAt: request.createdAt,
    facts: { from: 'NEW', to: status, text: customerTexts[language].statusPage.statuses.IN_PROGRESS.text },
    requestId: request.id,
    request: type === 'digest' ? null : shown,
    body: null,
    channel: { id: request.id, kind: 'mail', name: '', settings, sealed: null },
  };
}

function settingsOf({ template, language }: MailExample): MailSettings {
  if (isForCustomers(template)) return { audience: 'customers', language, messages: true };
  return { audience: 'operators', language, to: [mailbox], pace: 'each', hour: 0, timeZone: 'UTC' };
}
