import type { FastifyReply } from 'fastify';
import { bytes, idParams } from '../../../platform/shapes/values.ts';
import type { ZipPart } from '../../../requests/inbox/files.ts';
import type { RequestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import { asQuery, requestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import { signalOf } from '../../reply/respond.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import { downloadSecurityHeaders } from '../access/security-headers.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { zipPartList, zipQuery } from '../schemas/file.ts';
import { problemResponses } from '../schemas/problem.ts';
import { archiveOf, archiveOfMany } from './archive.ts';
import { fileSourceOf } from './open-file.ts';
import type { Zip } from './zip.ts';

/** Maximum of a zip. With all headers it stays below 4 GiB and 65,535 files, beyond which many programs read no zip. */
const maxPart = { files: 20_000, bytes: 4_200_000_000 };
/** Limits of a planned part, with room for requests that begin to match the filter before the part is requested. */
const plannedPart = { files: 10_000, bytes: 4_000_000_000 };

const zipContent = { 'application/zip': { schema: bytes } };

/** Adds routes for a zip of the files of one request and of all requests of a filter. */
export async function addZipRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  addRequestZip(app, parts);
  addFilterZip(app, parts);
}

function addRequestZip(app: OperatorScope, parts: OperatorParts): void {
  const { files } = parts.inbox;
  const source = fileSourceOf(parts);

  app.get(
    `${apiPath}/requests/:id/files.zip`,
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'downloadFiles',
        summary: 'Download all files of a request',
        description:
          'The zip also contains `manifest.json`. It lists the recorded names, types, sizes and SHA-256 of the files, and ' +
          'the files that the object store lacks. The connection closes early if a file has other bytes than recorded.',
        tags: ['Files'],
        params: idParams,
        response: {
          200: { description: 'A zip, not compressed', content: zipContent },
          ...problemResponses(401, 404, 503),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const filed = found(await files.ofRequest(id));
      const zip = await archiveOf(source, filed, signalOf(reply));
      const positions = filed.files.map(({ position }) => position);
      await files.recordDownload({ requestId: id, positions, actor: actorOf(request) });
      return sendZip(reply, zip, `${filed.number}.zip`);
    },
  );
}

function addFilterZip(app: OperatorScope, parts: OperatorParts): void {
  const {
    inbox: { fileExporter: exporter },
    attachments: { exportSlots, zipPartLimits = plannedPart },
  } = parts;
  const source = fileSourceOf(parts);

  app.get(
    `${apiPath}/requests.zip/parts`,
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'listZipParts',
        summary: 'List the zips that contain the files of a filter',
        description: 'Each zip is smaller than 4 GiB. Download each `part` from `/requests.zip` with the same filter.',
        tags: ['Exports'],
        querystring: asQuery(requestFilter),
        response: { 200: zipPartList, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query }, reply) => {
      exportSlots.take(reply);
      const planned = await exporter.parts(query, zipPartLimits, signalOf(reply));
      return { items: planned.map((part, index) => partOf(part, index + 1, planned.length)) };
    },
  );

  app.get(
    `${apiPath}/requests.zip`,
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportFiles',
        summary: 'Export the files of a filter',
        description:
          'The zip has a folder for each request that has files, the newest first, with a manifest as in the zip of one request. When ' +
          'several zips are needed, the response is 409: `/requests.zip/parts` lists them.',
        tags: ['Exports'],
        querystring: zipQuery,
        response: {
          200: { description: 'A zip, not compressed', content: zipContent },
          ...problemResponses(400, 401, 409, 503),
        },
      },
    },
    async (request, reply) => {
      exportSlots.take(reply);
      const { part: text, ...filter } = request.query;
      const signal = signalOf(reply);
      const part = text === undefined ? await onlyPart(filter, signal) : decodeZipPart(text);
      if (part === null) throw problems.invalidCursor();
      const requests = part === 'empty' ? [] : await exporter.read(filter, part, maxPart);
      if (requests === null) throw problems.zipPartChanged();
      const zip = await archiveOfMany(source, requests, signal);
      await exporter.recordExport(filter, actorOf(request));
      return sendZip(reply, zip, fileNameOf(part));
    },
  );

  async function onlyPart(filter: RequestFilter, signal: AbortSignal): Promise<NumberedPart | 'empty'> {
    const [only, ...others] = await exporter.parts(filter, zipPartLimits, signal);
    if (others.length > 0) throw problems.severalZips(others.length + 1);
    return only === undefined ? 'empty' : { ...only, number: 1, count: 1 };
  }
}

function partOf({ newestId, oldestId, requests, files, bytes: size }: ZipPart, number: number, count: number) {
  return { part: `${number}-${count}_${newestId}_${oldestId}`, requests, files, bytes: size };
}

function fileNameOf(part: NumberedPart | 'empty'): string {
  const day = new Date().toISOString().slice(0, 10);
  return part === 'empty' || part.count === 1 ? `files-${day}.zip` : `files-${day}-${part.number}-of-${part.count}.zip`;
}

function sendZip(reply: FastifyReply, { content, bytes: length }: Zip, fileName: string): FastifyReply {
  // The first file may have failed already. The framework does not see the error of a stream that has ended.
  if (content.errored) throw content.errored;
  return reply
    .headers({
      ...downloadSecurityHeaders,
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-length': String(length),
    })
    .send(content);
}

/** A part of an export, as `requests.zip/parts` lists it. */
interface NumberedPart {
  readonly newestId: string;
  readonly oldestId: string;
  /** Starts at 1. */
  readonly number: number;
  readonly count: number;
}

const partPattern = /^(\d{1,9})-(\d{1,9})_([0-9a-f-]{36})_([0-9a-f-]{36})$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a part as `partOf` writes it. Returns null when the text is not a part. */
function decodeZipPart(text: string): NumberedPart | null {
  const [, number, count, newestId = '', oldestId = ''] = partPattern.exec(text) ?? [];
  if (!uuid.test(newestId) || !uuid.test(oldestId)) return null;
  return { newestId, oldestId, number: Number(number), count: Number(count) };
}
