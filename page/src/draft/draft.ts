import type { CommissionPayload } from '../../../client/src/commission-payload.ts';
import { plainEmail } from '../rules/email-address.ts';

/** What the customer has entered so far. An empty text means no entry. */
export interface Draft {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerSocials: string;
  readonly message: string;
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly extraIds: readonly string[];
  readonly customCardId: string | null;
}

export type TextField = 'customerName' | 'customerEmail' | 'customerSocials' | 'message';

export const emptyDraft: Draft = {
  customerName: '',
  customerEmail: '',
  customerSocials: '',
  message: '',
  typeId: null,
  optionId: null,
  extraIds: [],
  customCardId: null,
};

/** @param text Returns the text of a field, or an empty text. */
export function draftOf(text: (name: keyof Draft) => string, extraIds: readonly string[]): Draft {
  return {
    customerName: text('customerName'),
    customerEmail: text('customerEmail'),
    customerSocials: text('customerSocials'),
    message: text('message'),
    typeId: text('typeId') || null,
    optionId: text('optionId') || null,
    customCardId: text('customCardId') || null,
    extraIds,
  };
}

/** The payload has the e-mail address that is meant. */
export function payloadOf(draft: Draft): CommissionPayload & Readonly<Record<string, unknown>> {
  return { ...draft, customerEmail: plainEmail(draft.customerEmail), customerSocials: draft.customerSocials || null };
}
