import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import { chunksUntil } from './attachment-chunks.ts';
import { rejectionOf } from './call-scope.ts';
import { objectContentDisposition, objectContentType } from './object-headers.ts';
import { emptySha256, type S3Connection } from './s3-connection.ts';
import { readSuccess } from './s3-error.ts';
import { WrongDigestError, WrongSizeError } from './wrong-content.ts';

/** Up to here an object leaves in one piece, and with the head of its request. */
const onePieceBytes = 64 * 1024;

/**
 * One attempt to store the attachment. The store compares the bytes with the SHA-256 that is signed with the request. A
 * source that fails, or is not as long as announced, breaks the request, or has none made for it.
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
  let sentBytes = 0;

  async function* pieces() {
    for await (const chunk of chunksUntil(rejectionOf(signal), attachment.open())) {
      if (sentBytes + chunk.length > size) throw new WrongSizeError(size);
      yield chunk;
      // The next piece is asked for only when this one has left.
      sentBytes += chunk.length;
    }
    if (sentBytes < size) throw new WrongSizeError(size);
  }

  const content = size <= onePieceBytes ? await inOnePiece(pieces(), size) : pieces();
  await readSuccess(await connection.send({ method: 'PUT', key, headers, body: { sha256, content } }, signal));
  if (sentBytes < size) throw new Error('The object store answered before it had the whole object');
}

/** A copy, for it waits for a connection while its source, which has come to its end, lends its buffer to others. */
async function inOnePiece(pieces: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size);
  let copiedBytes = 0;
  for await (const piece of pieces) copiedBytes += piece.copy(whole, copiedBytes);
  return whole;
}
