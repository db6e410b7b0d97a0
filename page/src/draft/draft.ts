import type { CommissionPayload } from '../../../client/src/commission-payload.ts';

/** What the customer has entered so far; empty texts are nothing. */
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

export function payloadOf(draft: Draft): CommissionPayload & Readonly<Record<string, unknown>> {
  return { ...draft, customerSocials: draft.customerSocials || null };
}
