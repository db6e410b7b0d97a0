import type { Catalogue, CatalogueText, Receipt } from '../../../client/src/commission-client.ts';
import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { type Draft, ofTextFields, payloadOf, type TextField, textFields } from '../draft/draft.ts';

/** The content of the receipt view. */
export interface SentRequest extends Readonly<Record<TextField, string>> {
  readonly receipt: Receipt;
  /** Names of the chosen entries, in the order of the form. */
  readonly choices: readonly CatalogueText[];
  readonly fileNames: readonly string[];
  /** Bytes of each file, in the order of `fileNames`. Empty in receipts that were stored before sizes existed. */
  readonly fileSizes: readonly number[];
  /** Answers, estimate and terms, in the customer's words. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

export function sentRequestOf(
  receipt: Receipt,
  draft: Draft,
  files: readonly File[],
  { types, extras, customCards }: Catalogue,
  details: SentRequest['details'],
): SentRequest {
  const { customerEmail } = payloadOf(draft);
  const texts = { ...ofTextFields((field) => draft[field]), customerEmail };
  const type = types.find(({ id }) => id === draft.typeId);
  const chosen = [
    type,
    type?.options.find(({ id }) => id === draft.optionId),
    ...extras.filter(({ id }) => draft.extraIds.includes(id)),
    customCards.find(({ id }) => id === draft.customCardId),
  ];
  const choices = chosen.filter((entry) => entry !== undefined).map(({ name }) => name);
  const fileNames = files.map(({ name }) => name);
  const fileSizes = files.map(({ size }) => size);
  return { receipt, ...texts, choices, fileNames, fileSizes, details };
}

/** Stores the receipt, so that it survives a reload until the customer dismisses it. */
export const storedSentRequest = createStoredValue('commission-receipt', (value) =>
  isSentRequest(value)
    ? {
        ...value,
        receipt: { ...value.receipt, location: value.receipt.location ?? null },
        fileSizes: value.fileSizes ?? [],
        details: value.details ?? [],
      }
    : null,
);

/** Accepts receipts that were stored before links, sizes and answers existed, too. */
function isSentRequest(value: unknown): value is SentRequest {
  if (typeof value !== 'object' || value === null) return false;
  const {
    receipt,
    choices,
    fileNames,
    fileSizes = [],
    details = [],
    ...texts
  } = value as Record<keyof SentRequest, unknown>;
  const { id, createdAt, location = null } = (receipt ?? {}) as Record<string, unknown>;
  const names = [...textFields.map((field) => texts[field]), id, createdAt];
  if (location !== null && typeof location !== 'string') return false;
  return (
    names.every((text) => typeof text === 'string') && [choices, fileNames, fileSizes, details].every(Array.isArray)
  );
}
