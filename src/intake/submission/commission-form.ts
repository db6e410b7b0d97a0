import { z } from 'zod';
import { limitedText } from '../../platform/shapes/storable-text.ts';
import { isQueueName } from './queue-name.ts';
import { maxDigits, maxIdCharacters, readAnswers } from './sent-answers.ts';

/** As many as a studio has terms. */
const mostAgreements = 20;

/** Why the part was dropped. The record says so, and the submission goes on (C4a). */
const droppedForms = ['sent-as-file', 'sent-twice', 'too-large', 'unreadable'] as const;
export type DroppedForm = (typeof droppedForms)[number];

const id = limitedText(maxIdCharacters).min(1);
const language = z.string().regex(/^[A-Za-z0-9-]{1,35}$/);
const answer = z.union([z.string(), z.array(z.string()), z.number(), z.boolean(), z.null()]);
const agreement = z.object({ id, sha256: z.string().regex(/^[0-9a-f]{64}$/), language });
const minorUnits = z
  .int()
  .min(1 - 10 ** maxDigits)
  .max(10 ** maxDigits - 1);
const base64 = z.string().regex(/^[A-Za-z0-9+/]{1,4096}={0,2}$/);

/** The page's part beside the payload: its own facts and the customer's answers (S2). Unknown keys are left out. */
export const commissionFormSchema = z.object({
  v: z.literal(1).optional().describe('The version of these keys. Without it: 1'),
  revision: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional()
    .describe('The revision of the studio that the customer saw'),
  language: language.optional().describe('The language in which the customer saw it'),
  answers: z.record(id, answer).optional().describe('Answers by the id of their question'),
  terms: z.array(agreement).max(mostAgreements).optional().describe('What the customer agreed to'),
  estimate: z
    .object({ amount: minorUnits, currency: z.string().regex(/^[A-Z]{3}$/) })
    .optional()
    .describe('The estimate that the customer saw, in minor units'),
  code: limitedText(200).min(1).optional().describe('An API token with the scope `intake`. It is not kept'),
  proof: base64.optional().describe('A solved challenge: JSON in base64. It is not kept'),
  queueName: limitedText(100)
    .min(1)
    .refine(isQueueName)
    .optional()
    .describe('The name under which the customer appears in a queue, without an address or an `@`'),
});

type CommissionForm = z.output<typeof commissionFormSchema>;

type Key = keyof typeof commissionFormSchema.shape;
const keys = Object.keys(commissionFormSchema.shape) as readonly Key[];

/** The facts that a form is judged by. They are not read afterwards. */
const judged = { proof: true, code: true } as const;

/** The stored part `commission-form`, as operators see it. */
export const storedCommissionForm = commissionFormSchema.omit(judged).extend({
  // Earlier versions stored names with an address. They are shown nowhere.
  queueName: limitedText(100).optional().describe('The name under which the customer wants to appear in a queue'),
  revision: z
    .int()
    .nullable()
    .optional()
    .describe('The revision of the studio that the customer saw. Null when there is none of the number that was sent'),
  dropped: z.enum(droppedForms).optional().describe('Why nothing else is stored of what was sent'),
  leftOut: z
    .array(z.enum(keys))
    .optional()
    .describe('The keys that are not stored, or not wholly, because what was sent there could not be read'),
});

export type StoredCommissionForm = z.output<typeof storedCommissionForm>;

/** The stored part `commission-form`. */
export interface SentCommissionForm {
  readonly content:
    | (Omit<CommissionForm, keyof typeof judged> & { readonly leftOut?: readonly Key[] })
    | { readonly dropped: DroppedForm };
  /** Empty when the text cannot be a proof. */
  readonly proof: string | null;
  readonly code: string | null;
  /** Of the part as it was sent. */
  readonly bytes: number;
}

/**
 * @param part The bytes of the part, or why they were dropped.
 * @param isAsked whether an id is that of a question that was ever asked
 */
export function readCommissionForm(part: Uint8Array | DroppedForm | null, isAsked: IsAsked): SentCommissionForm | null {
  if (part === null) return null;
  if (typeof part === 'string') return dropped(part);
  const sent = parsed(part);
  if (!isOfVersion1(sent)) return dropped('unreadable');
  const hasProof = 'proof' in sent && sent.proof !== null;
  const { proof = hasProof ? '' : null, code = null, ...content } = contentOf(sent, isAsked);
  return { content, proof, code, bytes: part.length };
}

type Sent = Readonly<Record<string, unknown>>;
type IsAsked = (id: string) => boolean;

function isOfVersion1(sent: unknown): sent is Sent {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  return !Object.hasOwn(sent, 'v') || (sent as Sent).v === 1;
}

/** One key that cannot be read leaves the others as they are. */
function contentOf(sent: Sent, isAsked: IsAsked): CommissionForm & { readonly leftOut?: readonly Key[] } {
  const content: Record<string, unknown> = {};
  const leftOut: Key[] = [];
  for (const key of keys) {
    if (!Object.hasOwn(sent, key)) continue;
    const { value, isWhole } = readKey(key, sent[key], isAsked);
    if (value !== undefined) content[key] = value;
    if (!isWhole) leftOut.push(key);
  }
  return { ...(content as CommissionForm), ...(leftOut.length > 0 && { leftOut }) };
}

function readKey(key: Key, sent: unknown, isAsked: IsAsked) {
  if (key === 'answers') {
    const { answers: value, isWhole } = readAnswers(sent, isAsked);
    return { value, isWhole };
  }
  // The schema would check each of a hundred thousand agreements.
  if (key !== 'terms' || !Array.isArray(sent) || sent.length <= mostAgreements) return parsedKey(key, sent);
  return { ...parsedKey(key, sent.slice(0, mostAgreements)), isWhole: false };
}

function parsedKey(key: Key, sent: unknown) {
  const { success: isWhole, data: value } = commissionFormSchema.shape[key].safeParse(sent);
  return { value, isWhole };
}

function dropped(reason: DroppedForm): SentCommissionForm {
  return { content: { dropped: reason }, proof: null, code: null, bytes: 0 };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns undefined when the bytes are not JSON in UTF-8. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
