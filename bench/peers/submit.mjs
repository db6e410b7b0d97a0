import { createHash, randomUUID } from 'node:crypto';
import { deleteFile, putFile } from './objects.mjs';
import { payloadSchema } from './payload.mjs';

export const maxFiles = 10;
export const maxFileBytes = 10 * 1024 * 1024;

/**
 * Processes a parsed form like the service: the checks of docs/api.md in their order, then the record, the objects one
 * by one, and the file records in one insert. `files` are `{ name, type, bytes }`. `payloadText` is null when missing.
 * `records` are the three statements, written for the peer's own database library.
 */
export async function submit({ payloadText, files, headers }, records) {
  if (payloadText === null) return refusal(400, 'Missing payload');
  const value = parseJson(payloadText);
  if (!value) return refusal(400, 'Invalid payload JSON');
  const checked = payloadSchema.safeParse(value);
  if (!checked.success) return { status: 422, body: { error: 'Validation error', issues: checked.error.issues } };
  if (files.length > maxFiles) return refusal(413, 'Too many files');
  const tooLarge = files.find((file) => file.bytes.length > maxFileBytes);
  if (tooLarge) return refusal(413, `File too large: ${tooLarge.name}`);

  const request = { id: randomUUID(), createdAt: new Date(), payload: checked.data, client: readClient(headers) };
  await store(request, files.map(withKeyAndDigest), records);
  return { status: 201, body: { id: request.id, createdAt: request.createdAt } };
}

export function failure(error) {
  const message = error.message || 'Unknown server error';
  return { status: 500, body: { error: 'Commission submission failed', message } };
}

async function store(request, files, { insertRequest, insertFiles, deleteRequest }) {
  await insertRequest(request);
  if (files.length === 0) return;
  try {
    for (const file of files) await putFile(file);
    await insertFiles(request, files);
  } catch (error) {
    await Promise.allSettled(files.map(deleteFile));
    await deleteRequest(request.id);
    throw error;
  }
}

function withKeyAndDigest(file) {
  const type = file.type || 'application/octet-stream';
  const extension = type.split('/')[1] ?? 'bin';
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return { ...file, type, sha256, key: `commissions/${randomUUID()}.${extension}` };
}

function readClient(headers) {
  return {
    ipAddress: headers['x-forwarded-for']?.split(',')[0].trim() ?? null,
    userAgent: headers['user-agent'] ?? null,
  };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status, error) {
  return { status, body: { error } };
}
