import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readPayload } from '../../src/intake/submission/payload.ts';
import { createSubmission, type Submission } from '../../src/intake/submission/submission.ts';
import type { Attachment } from '../../src/platform/objects/attachment.ts';
import { validPayload } from './form.ts';

/** Creates the submission that the service would create from these files and this payload. */
export function submissionOf(
  fileTexts: readonly string[],
  payload: Record<string, unknown> = {},
  idempotencyKey: string | null = null,
): Submission {
  const result = readPayload(Buffer.from(JSON.stringify({ ...validPayload, ...payload })), 'later');
  if ('failure' in result) throw new Error('The payload of a test is valid');
  const client = { ipAddress: null, userAgent: null, language: 'de' } as const;
  return createSubmission(result.payload, client, fileTexts.map(attachmentOf), idempotencyKey);
}

function attachmentOf(text: string): Attachment {
  return {
    fileName: `${text}.png`,
    sentType: 'image/png',
    mediaType: 'image/png',
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    open: () => Readable.from([Buffer.from(text)]),
  };
}
