import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * The program that stands in for S3: takes every object and keeps none. Like S3 it compares the bytes with the SHA-256
 * that came with the request, and refuses what differs.
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

/** The header may also be `UNSIGNED-PAYLOAD`: then there is nothing to compare. */
function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
