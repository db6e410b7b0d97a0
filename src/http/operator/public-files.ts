import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { forever } from '../reply/caching.ts';
import { builtFilesIn, createBuiltFile } from '../reply/static-content.ts';
import { problems } from './problems/problem.ts';

/** Scripts and styles are the same for everybody. The preview of the form loads them from a sandbox, an origin of its own. */
const headers = { 'access-control-allow-origin': '*' } as const;

/** Adds the files of a folder of a build below a path. The build puts a hash of the content into their names. */
export async function addPublicFiles(app: FastifyInstance, path: string, folder: string): Promise<void> {
  const senders = new Map<string, Awaited<ReturnType<typeof createBuiltFile>>>();
  for (const name of await builtFilesIn(folder)) senders.set(name, await createBuiltFile(join(folder, name), forever));
  app.get<{ Params: { '*': string } }>(`${path}/*`, async (request, reply) => {
    const send = senders.get(request.params['*']);
    if (send === undefined) throw problems.notFound();
    return send(request, reply.headers(headers));
  });
}
