import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Language, languageOf } from '../../platform/language/languages.ts';
import type { Attachment } from '../../platform/objects/attachment.ts';
import { createObjectKey, type ObjectKey } from '../../platform/objects/object-key.ts';
import type { SentCommissionForm } from './commission-form.ts';
import { type JudgedBy, notJudged } from './guarded-arrival.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import type { Payload } from './payload.ts';

/** An accepted form, to be stored in the database and the object store. */
export interface Submission {
  /** UUIDv7 with the time of `createdAt` (C19). */
  readonly id: string;
  readonly createdAt: Date;
  readonly payload: Payload;
  readonly client: Client;
  /** Null when the client sent no part `commission-form`. It does not distinguish two forms of an idempotency key. */
  readonly commissionForm: SentCommissionForm | null;
  readonly judgedBy: JudgedBy;
  /** The revision of the studio that was served when it came: 0 before the first one, null while it was unknown. */
  readonly servedRevision: number | null;
  /** Null when the client sent no idempotency key. */
  readonly idempotency: Idempotency | null;
  /** The files in the order of the form. */
  readonly files: readonly SubmittedFile[];
}

/** The facts about a stored request that its response contains. */
export type Receipt = Pick<Submission, 'id' | 'createdAt'>;

/** The facts about the sender in the request's headers (C20). */
interface Client {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** The language that the customer chose, or null when the client sent no supported one. */
  readonly language: Language | null;
}

export interface SubmittedFile {
  readonly id: string;
  /** The file's index in the form, from 0. */
  readonly position: number;
  readonly key: ObjectKey;
  readonly attachment: Attachment;
}

export function createSubmission(
  payload: Payload,
  client: Client,
  attachments: readonly Attachment[],
  idempotencyKey: string | null = null,
  commissionForm: SentCommissionForm | null = null,
  judgedBy: JudgedBy = notJudged,
  servedRevision: number | null = null,
): Submission {
  const createdAt = new Date();
  return {
    id: createUuidV7(createdAt),
    createdAt,
    payload,
    client,
    commissionForm,
    judgedBy,
    servedRevision,
    idempotency: idempotencyKey === null ? null : createIdempotency(idempotencyKey, payload, attachments),
    files: attachments.map(submittedFile),
  };
}

function submittedFile(attachment: Attachment, position: number): SubmittedFile {
  return { id: randomUUID(), position, key: createObjectKey(attachment.sentType), attachment };
}

/** A single language tag with at most a script and a region (RFC 5646). */
const languageTag = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/**
 * Reads the first entry of `x-forwarded-for`, trimmed, and `user-agent`: null where the header is absent (C20). Reads
 * `content-language`: null unless it is a single tag of a supported language.
 */
export function readClient(headers: IncomingHttpHeaders): Client {
  const [firstAddress] = headers['x-forwarded-for']?.toString().split(',', 1) ?? [];
  const tag = headers['content-language'] ?? '';
  return {
    ipAddress: firstAddress?.trim() ?? null,
    userAgent: headers['user-agent'] ?? null,
    language: languageTag.test(tag) ? languageOf(tag) : null,
  };
}

/**
 * Creates a UUID of version 7 (RFC 9562 section 5.7) with this time. Takes its random bits from a UUIDv4, which Node
 * generates in advance: that costs a tenth of requesting 16 random bytes.
 */
export function createUuidV7(time: Date): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${randomUUID().slice(15)}`;
}
