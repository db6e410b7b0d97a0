import { PartFailedError } from '../../../platform/failure/errors.ts';
import { bytes } from '../../../platform/shapes/values.ts';
import { studioPicture, studioPictureList } from '../../../studio/pictures/picture-shape.ts';
import {
  maxPictureMebibytes,
  mostPictures,
  type PictureFile,
  picturePath,
  type pictureSides,
  readPictureName,
  type StudioPicture,
} from '../../../studio/pictures/studio-pictures.ts';
import { encodeForStudio } from '../../../studio/previews/picture-encoder.ts';
import { sendPicture } from '../../reply/send-picture.ts';
import { apiPath } from '../access/permissions.ts';
import { fileProblem } from '../files/open-file.ts';
import { createExportSlots } from '../parts/export-slots.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { takePictureBodies } from './picture-body.ts';

const tags = ['Studio'];

/** Each upload keeps a whole picture in memory. */
const uploadsAtOnce = 4;

const notAPicture = { kind: 'refused', fault: 'not-a-picture' } as const;

/** Adds routes for the studio's pictures, which its document names by their SHA-256. */
export async function addPictureRoutes(app: OperatorScope, { studio, host: { log } }: OperatorParts): Promise<void> {
  const { pictures, encoder } = studio;
  const slots = createExportSlots(uploadsAtOnce);

  app.get(
    `${apiPath}/studio/pictures`,
    {
      schema: {
        operationId: 'listStudioPictures',
        summary: 'List the pictures of the studio, the newest first',
        description: `There are at most ${mostPictures}. Those that nothing has named for seven days are removed.`,
        tags,
        response: { 200: studioPictureList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: (await pictures.list()).map(shapeOf) }),
  );

  await app.register(async (scope: OperatorScope) => {
    takePictureBodies(scope);
    scope.post(
      `${apiPath}/studio/pictures`,
      {
        onRequest: async (_request, reply) => slots.take(reply),
        schema: {
          operationId: 'uploadStudioPicture',
          summary: 'Upload a picture for the studio',
          description:
            `Send its bytes as the body, at most ${maxPictureMebibytes} MiB: a still JPEG, PNG, WebP, GIF, AVIF or HEIC. ` +
            'It is encoded anew as WebP in two sizes, upright and without metadata. A picture that is there already is ' +
            'not stored again.',
          tags,
          consumes: ['image/*', 'application/octet-stream'],
          body: bytes,
          response: { 201: studioPicture, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
        },
      },
      async (request, reply) => {
        const encoding = Buffer.isBuffer(request.body) ? await encodeForStudio(encoder, request.body) : notAPicture;
        if (encoding.kind === 'refused') throw problems.pictureRefused(encoding.fault);
        if (encoding.kind === 'not now') throw problems.busy();
        const stored = await pictures.store(encoding.picture).catch(storeProblem);
        if (stored === 'too-many') throw problems.tooManyPictures(mostPictures);
        reply.code(201);
        return shapeOf(stored);
      },
    );
  });

  function storeProblem(error: unknown): never {
    if (!(error instanceof PartFailedError)) throw error;
    log.error({ err: error.cause }, 'A picture of the studio could not be stored');
    throw problems.storeUnavailable();
  }
}

function shapeOf({ sha256, uploadedAt, small, large }: StudioPicture) {
  const shape = (size: keyof typeof pictureSides, { width, height, size: bytes }: PictureFile) => {
    return { url: `/${picturePath(sha256, size)}`, width, height, bytes };
  };
  return { sha256, uploadedAt, small: shape('small', small), large: shape('large', large) };
}

/** Adds the pictures of the studio, at the address that they have below the customers' page. */
export async function addPictureFiles(
  app: OperatorScope,
  { studio: { pictures }, attachments: { objects } }: OperatorParts,
): Promise<void> {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const named = readPictureName(request.params.name);
    if (named === null) throw problems.notFound();
    const picture = found(await pictures.find(named.sha256));
    return sendPicture(request, reply, objects, picture[named.size]).catch((error: unknown) => {
      reply.header('cache-control', 'no-store').removeHeader('etag');
      throw fileProblem(error);
    });
  });
}
