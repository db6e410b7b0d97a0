import type { CommissionPayload } from '../../../client/src/shapes.ts';
import type { Answer, Answers } from '../../../src/intake/submission/asked-questions.ts';
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

/** The entries of the customer so far. An empty text means no entry. */
export interface Draft extends Readonly<Record<TextField, string>> {
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly extraIds: readonly string[];
  readonly customCardId: string | null;
  /** As they were entered: a number is a text until it is sent. */
  readonly answers: Answers;
  /** The terms whose boxes are ticked, by their ids. */
  readonly agreed: Readonly<Record<string, AgreedVersion>>;
  readonly queueName: string;
}

/** The version of a text that the customer saw when the box was ticked. */
export interface AgreedVersion {
  readonly sha256: string;
  readonly language: string;
}

/** Entries that are sent beside the payload, in a part of their own. */
type DraftExtras = Pick<Draft, 'answers' | 'agreed' | 'queueName'>;

const noExtras: DraftExtras = { answers: {}, agreed: {}, queueName: '' };

export const emptyDraft: Draft = {
  ...ofTextFields(() => ''),
  typeId: null,
  optionId: null,
  extraIds: [],
  customCardId: null,
  ...noExtras,
};

/**
 * Returns a draft as its fields show it.
 * @param text Returns the text of a field, or an empty text.
 */
export function draftOf(
  text: (name: keyof Draft) => string,
  extraIds: readonly string[],
  extras: Partial<DraftExtras> = {},
): Draft {
  return {
    ...noExtras,
    ...extras,
    answers: Object.fromEntries(Object.entries(extras.answers ?? {}).map(([id, answer]) => [id, shownAnswer(answer)])),
    ...ofTextFields((field) =>
      severalLines.includes(field) ? shownText(text(field)) : inOneLine(shownText(text(field))),
    ),
    typeId: text('typeId') || null,
    optionId: text('optionId') || null,
    customCardId: text('customCardId') || null,
    extraIds,
  };
}

const severalLines: readonly TextField[] = ['message', 'customerSocials'];

function shownAnswer(answer: Answer): Answer {
  return typeof answer === 'string' ? shownText(answer) : answer;
}

/** The payload has the e-mail address that is meant. */
export function payloadOf({
  answers: _answers,
  agreed: _agreed,
  queueName: _queueName,
  ...draft
}: Draft): CommissionPayload & Readonly<Record<string, unknown>> {
  return { ...draft, customerEmail: plainEmail(draft.customerEmail), customerSocials: draft.customerSocials || null };
}

/** Returns a text without the characters that no field shows, and that the service does not store in part. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '');
}

/** Returns a text as a field of one line shows it. */
export function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
