import { basename } from 'node:path/posix';
import type { FastifyInstance } from 'fastify';
import type { SendAnswer } from './answer.ts';

const nothing = Buffer.alloc(0);

/**
 * `GET` and `HEAD` of a public path (`/studio/`) without its last slash lead to the page there. The reference is a relative
 * one (RFC 9110 section 10.2.2): what a proxy puts before the path, only the client knows.
 */
export function addSlashRedirect(app: FastifyInstance, publicPath: string, send: SendAnswer): void {
  if (publicPath === '/') return;
  app.get(publicPath.slice(0, -1), (request, reply) => {
    const [query = ''] = /\?.*/.exec(request.url) ?? [];
    const headers = { location: `${basename(publicPath)}/${query}`, 'cache-control': 'no-cache' };
    return send(request, reply, { status: 308, bytes: nothing, headers });
  });
}
