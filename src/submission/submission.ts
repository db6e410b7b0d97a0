import { randomUUID } from 'node:crypto';
import type { Language } from '../language/languages.ts';
import type { Attachment } from './attachment.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createObjectKey, type ObjectKey } from './object-key.ts';
import type { Payload } from './payload.ts';
import { createUuidV7 } from './uuid-v7.ts';

/** One accepted form on its way into the stores. */
export interface Submission {
  /** UUIDv7 whose time is `createdAt` (C19). */
  readonly id: string;
  readonly createdAt: Date;
  readonly payload: Payload;
  readonly client: Client;
  /** Null when the client sent no key. */
  readonly idempotency: Idempotency | null;
  /** In the order of the form. */
  readonly files: readonly SubmittedFile[];
}

/** What the response says of a stored request. */
export type Receipt = Pick<Submission, 'id' | 'createdAt'>;

/** What the request's headers say of the sender (C20). */
export interface Client {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** What the form was filled in in; null unless the page or program that sends it says one of ours. */
  readonly language: Language | null;
}

export interface SubmittedFile {
  readonly id: string;
  /** Counts from 0. */
  readonly position: number;
  readonly key: ObjectKey;
  readonly attachment: Attachment;
}

export function createSubmission(
  payload: Payload,
  client: Client,
  attachments: readonly Attachment[],
  idempotencyKey: string | null = null,
): Submission {
  const createdAt = new Date();
  return {
    id: createUuidV7(createdAt),
    createdAt,
    payload,
    client,
    idempotency: idempotencyKey === null ? null : createIdempotency(idempotencyKey, payload, attachments),
    files: attachments.map(submittedFile),
  };
}

function submittedFile(attachment: Attachment, position: number): SubmittedFile {
  return { id: randomUUID(), position, key: createObjectKey(attachment.sentType), attachment };
}
