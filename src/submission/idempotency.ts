import { createHash } from 'node:crypto';
import type { Attachment } from './attachment.ts';
import type { Payload } from './payload.ts';

/** Identifies a form that a client may send several times. */
export interface Idempotency {
  /** The client's key, 1 to 255 ASCII characters. */
  readonly key: string;
  /** SHA-256 of the payload and the attachments, lower-case hex. Equal for equal forms in any multipart encoding. */
  readonly fingerprint: string;
}

export function createIdempotency(key: string, payload: Payload, attachments: readonly Attachment[]): Idempotency {
  const facts = [payloadFacts(payload), attachments.map(attachmentFacts)];
  return { key, fingerprint: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

// Arrays, because the order of an object's properties is not guaranteed.
function payloadFacts(payload: Payload) {
  return [
    payload.typeId,
    payload.optionId,
    payload.extraIds,
    payload.customerName,
    payload.customerEmail,
    payload.customerSocials,
    payload.message,
    payload.customCardId,
  ];
}

function attachmentFacts({ fileName, sentType, size, sha256 }: Attachment) {
  return [fileName, sentType, size, sha256];
}
