import { createHash } from 'node:crypto';
import type { Attachment } from './attachment.ts';
import type { Payload } from './payload.ts';

/** Makes a form that is sent again the same submission. */
export interface Idempotency {
  /** The client's own, 1 to 255 characters of ASCII. */
  readonly key: string;
  /** SHA-256 of what the form says, lower-case hex: equal for the same form, however it was encoded. */
  readonly fingerprint: string;
}

export function createIdempotency(key: string, payload: Payload, attachments: readonly Attachment[]): Idempotency {
  const facts = [payloadFacts(payload), attachments.map(attachmentFacts)];
  return { key, fingerprint: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

// Lists, for the order of an object's properties is nobody's promise.
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
