import type { FastifyReply, FastifyRequest } from 'fastify';
import { targetPath } from '../reply/request-target.ts';
import { beginPage, type SharedParts } from './begin-page.ts';
import { missingPage } from './plain-page.tsx';

interface MissingPageOptions extends SharedParts {
  /** The beginning of every path of the service. It ends with `/`. */
  readonly publicPath: string;
}

/** Sets the headers of the page for an unknown address. Returns its HTML. */
export function renderMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicPath, ...shared }: MissingPageOptions,
): string {
  const context = beginPage(request, reply, shared, rootFrom(request.url, publicPath));
  reply.header('vary', 'Accept, Accept-Language');
  return missingPage(context);
}

/** Returns the relative path from an address to the form, because only the client knows the path prefix of a proxy. */
export function rootFrom(target: string, publicPath: string): string {
  const depth = targetPath(target).split('/').length - 2;
  return `${depth > 0 ? '../'.repeat(depth) : './'}${publicPath.slice(1)}`;
}
