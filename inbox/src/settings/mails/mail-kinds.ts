import type { MailKind, TemplateName } from '../../../../src/deliveries/kinds/mail/mail-previews.ts';
import { requestStatuses } from '../../../../src/events/statuses.ts';

/** A mail of the list. */
export interface ListedMail {
  readonly template: TemplateName;
  /** The key of the studio's own words, or null for a mail to operators. */
  readonly kind: MailKind | null;
}

const status = (kind: MailKind): ListedMail => ({ template: 'customer-status', kind });

/** In the order in which a customer gets them. */
export const customerMails: readonly ListedMail[] = [
  { template: 'customer-created', kind: 'NEW' },
  ...requestStatuses.filter((one) => one !== 'NEW' && one !== 'SPAM').map(status),
  { template: 'customer-message', kind: 'operatorMessage' },
];

export const operatorMails: readonly ListedMail[] = (
  ['operator-created', 'operator-status', 'operator-digest'] as const
).map((template) => ({ template, kind: null }));

/** Returns the address of the mail's preview below the API, with the words of the draft. */
export function previewPath({ template, kind }: ListedMail, language: string, suffix = ''): string {
  const isStatus = template === 'customer-status' || template === 'operator-status';
  const ofStatus = isStatus ? `&status=${kind ?? 'ACCEPTED'}` : '';
  return `/mail/previews/${template}${suffix}?language=${language}&studio=draft${ofStatus}`;
}
