import type { CommissionPayload } from '../../../client/src/commission-payload.ts';
import { plainEmail } from '../rules/email-address.ts';

/** The fields that the customer writes, in the order of the form. */
export const textFields = ['message', 'customerName', 'customerEmail', 'customerSocials'] as const;

export type TextField = (typeof textFields)[number];

export function isTextField(name: unknown): name is TextField {
  return textFields.some((field) => field === name);
}

/** Returns an object with a value for each text field. */
export function ofTextFields<T>(of: (field: TextField) => T): Readonly<Record<TextField, T>> {
  return Object.fromEntries(textFields.map((field) => [field, of(field)])) as Record<TextField, T>;
}

/** What the customer has entered so far. An empty text means no entry. */
export interface Draft extends Readonly<Record<TextField, string>> {
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly extraIds: readonly string[];
  readonly customCardId: string | null;
}

export const emptyDraft: Draft = {
  ...ofTextFields(() => ''),
  typeId: null,
  optionId: null,
  extraIds: [],
  customCardId: null,
};

/** @param text Returns the text of a field, or an empty text. */
export function draftOf(text: (name: keyof Draft) => string, extraIds: readonly string[]): Draft {
  return {
    ...ofTextFields(text),
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
