import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { filePart, payloadPart, postParts, validPayload } from './form.ts';
import type { TestService } from './service.ts';
import { fileRows, requestRow, type StoredBytes } from './stored-submission.ts';

/** A submission that was sent, with the service's response. */
export interface SentSubmission {
  readonly status: number;
  /** The response's body. It has the request's id when the status is 201. */
  readonly body: Record<string, unknown>;
  readonly message: string;
  /** The SHA-256 of each file, in the order of the form. */
  readonly digests: readonly string[];
}

/** Reads an object from the service's store. */
export type ReadObject = (key: string) => Promise<StoredBytes | null>;

/** Sends files of these sizes, with bytes that no other submission has. `message` identifies the request. */
export async function sendSubmission(
  { endpoint }: TestService,
  message: string,
  fileSizes: readonly number[],
): Promise<SentSubmission> {
  const files = fileSizes.map((size) => randomBytes(size));
  const parts = files.map((bytes, index) => filePart(`${message}-${index}.png`, bytes));
  const { status, body } = await postParts(endpoint, [payloadPart({ ...validPayload, message }), ...parts]);
  return { status, body, message, digests: files.map(digestOf) };
}

/** Expects all rows and objects of a submission that received a 201, with identical bytes. */
export async function expectWhole(service: TestService, sent: SentSubmission, read: ReadObject): Promise<void> {
  const { status, body, message, digests } = sent;
  expect({ status, body }).toMatchObject({ status: 201 });
  expect(await requestRow(service, body.id)).toMatchObject({ message, status: 'NEW' });
  const rows = await fileRows(service, body.id);
  expect(rows.map(({ original_file, sha256 }) => [original_file, sha256])).toEqual(
    digests.map((digest, index) => [`${message}-${index}.png`, digest]),
  );
  for (const { file_key, sha256 } of rows) expect(digestOf((await read(file_key))?.bytes ?? '')).toBe(sha256);
}

export async function expectAllWhole(service: TestService, sent: readonly SentSubmission[], read: ReadObject) {
  await Promise.all(sent.map((submission) => expectWhole(service, submission, read)));
}

/** Resolves with the messages of the visible requests. */
export async function shownMessages({ pool }: TestService): Promise<string[]> {
  const { rows } = await pool.query<{ message: string }>('select message from submitted_commission_requests');
  return rows.map(({ message }) => message);
}

export function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
