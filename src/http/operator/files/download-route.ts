import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentDisposition } from '../../../platform/objects/attachment-headers.ts';
import type { ByteRange } from '../../../platform/objects/object-store.ts';
import { bytes, nothing } from '../../../platform/shapes/values.ts';
import type { StoredFile } from '../../../requests/inbox/files.ts';
import { byteRangeOf } from '../../reply/byte-range.ts';
import { hasContent, sendNotModified } from '../../reply/caching.ts';
import { signalOf } from '../../reply/respond.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf, principalOf } from '../access/principal.ts';
import { downloadSecurityHeaders } from '../access/security-headers.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { downloadHeaders, downloadQuery, fileParams } from '../schemas/file.ts';
import { problemResponses } from '../schemas/problem.ts';
import { checkFile, type FileSource, fileSourceOf, openFile } from './open-file.ts';

/** The media types that downloads keep: pictures, which run nothing when they are opened. */
const inlineSafeTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
];

const bodies = { 'application/octet-stream': { schema: bytes }, 'image/*': { schema: bytes } };

/** Adds the route for original files. A browser saves the file, whatever its type, and runs nothing in it. */
export async function addDownloadRoute(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const { files } = parts.inbox;
  const source = fileSourceOf(parts);

  app.get(
    `${apiPath}/requests/:id/files/:position`,
    {
      schema: {
        operationId: 'downloadFile',
        summary: 'Download a file as it was sent',
        description:
          'A `Range` of bytes is supported. The ETag is the SHA-256. If the bytes of a whole file do not have ' +
          'the recorded SHA-256, the connection closes before the end of the transfer.',
        tags: ['Files'],
        params: fileParams,
        querystring: downloadQuery,
        headers: downloadHeaders,
        response: {
          200: { description: 'The bytes', content: bodies },
          206: { description: 'The bytes of the range', content: bodies },
          304: nothing,
          ...problemResponses(400, 401, 404, 416, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { id, position } = request.params;
      const file = found(await files.find(id, position));
      if (hasContent(request, etagOf(file))) return sendNotModified(reply.header('etag', etagOf(file)));
      if (request.method === 'HEAD') return sendHead(source, id, file, reply);
      const range = rangeOf(request, file);
      const content = await openFile(source, id, file, { range, signal: signalOf(reply) });
      if (!(request.query.view && isLook(request))) await record(request, id, position, range);
      if (range === undefined) setHeaders(reply, file, file.size);
      else setRangeHeaders(reply, file, range);
      return reply.send(content);
    },
  );

  async function record(request: FastifyRequest, id: string, position: number, range?: ByteRange): Promise<void> {
    const download = { requestId: id, positions: [position], actor: actorOf(request) };
    if (range === undefined || range.first === 0) await files.recordDownload(download);
    else await files.recordContinuedDownload(download);
  }
}

/**
 * Returns true when a person views the file on a page. Programs have no page. A browser says which kind of content it
 * loads, except on plain http to another machine.
 */
function isLook(request: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'image' } = request.headers;
  return principalOf(request).kind === 'operator' && destination === 'image';
}

/** Sends the headers of a `GET` if the object exists. Records no download, because no bytes are sent. */
async function sendHead(source: FileSource, id: string, file: StoredFile, reply: FastifyReply): Promise<FastifyReply> {
  await checkFile(source, id, file, signalOf(reply));
  setHeaders(reply, file, file.size);
  return reply.send(Readable.from([]));
}

/** Returns undefined for the whole file. */
function rangeOf(request: FastifyRequest, file: StoredFile): ByteRange | undefined {
  const range = byteRangeOf(request, etagOf(file), file.size);
  if (range === 'unsatisfiable') throw problems.rangeNotSatisfiable(file.size);
  return range === 'whole' ? undefined : range;
}

function setRangeHeaders(reply: FastifyReply, file: StoredFile, { first, last }: ByteRange): void {
  setHeaders(reply, file, last - first + 1);
  reply.code(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
}

function setHeaders(reply: FastifyReply, file: StoredFile, length: number): void {
  reply.headers({
    ...downloadSecurityHeaders,
    'content-type': downloadType(file.type),
    'content-disposition': attachmentDisposition(file.name),
    'content-length': String(length),
    'accept-ranges': 'bytes',
    etag: etagOf(file),
  });
}

/** Returns the client's type in lower case when downloads keep it, otherwise `application/octet-stream`. */
function downloadType(sentType: string): string {
  const type = sentType.toLowerCase();
  return inlineSafeTypes.includes(type) ? type : 'application/octet-stream';
}

function etagOf({ sha256 }: StoredFile): string {
  return `"${sha256}"`;
}
