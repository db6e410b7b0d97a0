import { signInOptions } from '../../../accounts/account-shapes.ts';
import { readPictureName } from '../../../studio/pictures/studio-pictures.ts';
import { sendPicture } from '../../reply/send-picture.ts';
import { apiPath } from '../access/permissions.ts';
import { fileProblem } from '../files/open-file.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';

/** Adds what the pages to sign in show to everybody. Of the studio it is what its customers see without an account too. */
export async function addSignInPageRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const { studio, attachments } = parts;

  // Without tags the route is not in the OpenAPI document.
  app.get(`${apiPath}/sign-in-options`, { schema: { response: { 200: signInOptions } } }, async () => {
    const { title, logo } = studio.source.known().catalogue;
    return {
      openIdConnect: parts.accounts.openIdConnect !== null,
      title,
      logo: logo === undefined ? null : { ...logo, url: `/sign-in/${logo.url}` },
    };
  });

  app.get<{ Params: { name: string } }>('/sign-in/pictures/:name', async (request, reply) => {
    const named = readPictureName(request.params.name);
    // The other pictures may belong to a draft.
    if (named === null || named.sha256 !== studio.source.known().studio.logo?.sha256) throw problems.notFound();
    const picture = found(await studio.pictures.find(named.sha256));
    return sendPicture(request, reply, attachments.objects, picture[named.size]).catch((error: unknown) => {
      reply.header('cache-control', 'no-store').removeHeader('etag');
      throw fileProblem(error);
    });
  });
}
