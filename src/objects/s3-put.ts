import type { ClientRequest } from 'node:http';
import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import { chunksUntil } from './attachment-chunks.ts';
import { objectContentDisposition, objectContentType } from './object-headers.ts';
import { readText } from './s3-answer.ts';
import { emptySha256, type S3Body, type S3Connection } from './s3-connection.ts';
import { WrongDigestError, WrongSizeError } from './wrong-content.ts';

/**
 * One attempt to store the attachment. The store compares the bytes with the SHA-256 that is signed with the request. A
 * source that fails, or is not as long as announced, breaks the request.
 */
export async function putOnce(
  connection: S3Connection,
  key: ObjectKey,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<void> {
  const { size, sha256, mediaType, fileName } = attachment;
  // Ceph compares no digest of an empty body.
  if (size === 0 && sha256 !== emptySha256) throw new WrongDigestError();
  const headers = {
    'content-length': String(size),
    'content-type': objectContentType(mediaType),
    'content-disposition': objectContentDisposition(fileName),
  };
  const body: S3Body = { sha256, send: (request, broken) => sendAttachment(request, broken, attachment) };
  await readText(await connection.send({ method: 'PUT', key, headers, body }, signal));
}

async function sendAttachment(request: ClientRequest, broken: Promise<never>, attachment: Attachment): Promise<void> {
  const { size } = attachment;
  let sentBytes = 0;
  for await (const chunk of chunksUntil(broken, attachment.open())) {
    if (chunk.length === 0) continue;
    sentBytes += chunk.length;
    if (sentBytes > size) throw new WrongSizeError(size);
    // The head and a body of one chunk leave together.
    const written = sentBytes === size ? endWith(request, chunk) : write(request, chunk);
    await Promise.race([written, broken]);
  }
  if (sentBytes < size) throw new WrongSizeError(size);
  if (size === 0) request.end();
}

/** Resolves when the chunk may be overwritten; never, when the request breaks. */
function write(request: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    request.write(chunk, (error) => {
      if (!error) resolve();
    });
  });
}

/** As `write`. */
function endWith(request: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => request.end(chunk, resolve));
}
