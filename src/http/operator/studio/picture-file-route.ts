import { readPictureName } from '../../../studio/pictures/studio-pictures.ts';
import { sendPicture } from '../../reply/send-picture.ts';
import { fileProblem } from '../files/open-file.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';

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
