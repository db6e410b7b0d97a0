import type { FastifyReply } from 'fastify';
import { bytes } from '../../../platform/shapes/values.ts';
import type { StoredFile } from '../../../requests/inbox/files.ts';
import { type Preview, PreviewQueueFullError, type PreviewSize } from '../../../studio/previews/previews.ts';
import { signalOf } from '../../reply/respond.ts';
import { apiPath } from '../access/permissions.ts';
import { downloadSecurityHeaders } from '../access/security-headers.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { fileParams, previewQuery } from '../schemas/file.ts';
import { problemResponses } from '../schemas/problem.ts';
import { fileSourceOf, openFile } from './open-file.ts';

/** Adds the route for previews. The first request for a preview creates it. */
export async function addPreviewRoute(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const { files } = parts.inbox;
  const { previews } = parts.attachments;
  const originals = fileSourceOf(parts);

  app.get(
    `${apiPath}/requests/:id/files/:position/preview`,
    {
      schema: {
        operationId: 'getPreview',
        summary: 'Get a preview picture of a file',
        description:
          'JPEG, PNG, WebP, GIF, AVIF and HEIC files have previews, whatever their names are. Other files, and files without a preview yet, get 404. The ' +
          'first call creates the preview, which may take seconds, and sets `width`, `height` and `previewProblem` of the file.',
        tags: ['Files'],
        params: fileParams,
        querystring: previewQuery,
        response: {
          200: { description: 'The picture', content: { 'image/webp': { schema: bytes } } },
          ...problemResponses(400, 401, 404, 500, 503),
        },
      },
    },
    async ({ params: { id, position }, query: { size } }, reply) => {
      const file = found(await files.find(id, position));
      if (file.preview === false) throw problems.noPreview();
      const preview = await previewOf(id, file, size, reply);
      if (preview.kind === 'not now') throw problems.noPreview();
      const hasPreview = preview.kind === 'picture';
      if (file.preview !== hasPreview)
        await files.recordPreview(id, position, { preview: hasPreview, ...preview.facts });
      if (!hasPreview) throw problems.noPreview();
      return reply.headers(downloadSecurityHeaders).type('image/webp').send(preview.picture);
    },
  );

  async function previewOf(id: string, file: StoredFile, size: PreviewSize, reply: FastifyReply): Promise<Preview> {
    const source = {
      requestId: id,
      position: file.position,
      open: (signal: AbortSignal) => openFile(originals, id, file, { signal }),
    };
    try {
      return await previews.get(source, size, signalOf(reply));
    } catch (error) {
      throw error instanceof PreviewQueueFullError ? problems.busy() : error;
    }
  }
}
