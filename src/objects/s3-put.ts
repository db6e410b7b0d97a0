import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Attachment } from '../submission/attachment.ts';
import type { ObjectKey } from '../submission/object-key.ts';
import { type Call, untilAborted } from './call-scope.ts';
import { objectContentDisposition, objectContentType } from './object-headers.ts';
import { WrongDigestError, WrongSizeError } from './wrong-content.ts';

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * One attempt to store the attachment, over a stream of its own. The store compares the bytes with the SHA-256 that
 * is signed with the request. A source that fails, or is not as long as announced, aborts the call.
 */
export async function putOnce(
  client: S3Client,
  bucket: string,
  key: ObjectKey,
  body: Attachment,
  call: Call,
): Promise<void> {
  call.signal.throwIfAborted();
  // Ceph compares no digest of an empty body.
  if (body.size === 0 && body.sha256 !== emptySha256) throw new WrongDigestError();
  const source = body.open();
  const content = sizeGate(body.size);
  let over = false;
  const read = pipeline(source, content);
  read.catch((error) => {
    if (!over) call.abort(error);
  });
  try {
    const command = putCommand(bucket, key, body, content);
    await untilAborted(client.send(command, { abortSignal: call.signal }), call.signal);
    // The store answers when it has the announced bytes; the source may hold more.
    await untilAborted(read, call.signal);
  } finally {
    over = true;
    source.destroy();
    content.destroy();
  }
}

function putCommand(bucket: string, key: ObjectKey, body: Attachment, content: Readable): PutObjectCommand {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: content,
    ContentLength: body.size,
    ContentType: objectContentType(body.mediaType),
    ContentDisposition: objectContentDisposition(body.fileName),
  });
  // The signer takes a digest that is there already; it has none of its own for a stream (UNSIGNED-PAYLOAD).
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = body.sha256;
      return next(args);
    },
    { step: 'build', name: 'signedContentDigest' },
  );
  return command;
}

/** Fails where the stream is longer or shorter than announced, which HTTP would not notice or wait for. */
function sizeGate(expectedBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > expectedBytes) callback(new WrongSizeError(expectedBytes));
      else callback(null, chunk);
    },
    flush(callback) {
      callback(size < expectedBytes ? new WrongSizeError(expectedBytes) : null);
    },
  });
}
