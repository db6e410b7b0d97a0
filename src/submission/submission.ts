import { randomFillSync, randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Attachment } from './attachment.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createObjectKey, type ObjectKey } from './object-key.ts';
import type { Payload } from './payload.ts';

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

/** What the request's headers say of the sender (C20). */
export interface Client {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
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
    id: uuidV7({ msecs: createdAt.getTime(), random: randomUuidBytes() }),
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

const uuidBytes = 16;
const randomPool = new Uint8Array(256 * uuidBytes);
let randomPoolAt = randomPool.length;

/** Random bytes in advance: asking the system for them costs more than all the rest of an identifier. */
function randomUuidBytes(): Uint8Array {
  if (randomPoolAt === randomPool.length) {
    randomFillSync(randomPool);
    randomPoolAt = 0;
  }
  randomPoolAt += uuidBytes;
  return randomPool.subarray(randomPoolAt - uuidBytes, randomPoolAt);
}
