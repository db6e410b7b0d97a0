import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * The program that replaces S3. It accepts every object and discards it. Like S3, it compares the bytes with the SHA-256
 * in the request and rejects a mismatch.
 */
const server = createServer((request, response) => {
  if (request.method !== 'PUT') {
    request.resume().on('end', () => response.writeHead(204).end());
    return;
  }
  const expected = request.headers['x-amz-content-sha256'];
  const hash = createHash('sha256');
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  request.on('end', () => {
    const matches = !isDigest(expected) || expected === hash.digest('hex');
    response.writeHead(matches ? 200 : 400, { etag: '"00000000000000000000000000000000"' }).end();
  });
});

/** The header may also be `UNSIGNED-PAYLOAD`. Then the bytes are not compared. */
function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
