import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagesIn, type Voice } from '../../events/status-links/messages/voice.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { targetPath } from '../reply/target-path.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import type { PageContext } from './status-document.ts';
import { missingPage } from './status-page.ts';

export interface MissingPageOptions extends Pick<PageContext, 'icon'> {
  readonly studio: StudioSource;
  /** What every path of the service begins with, and ends with `/`. */
  readonly publicPath: string;
  readonly studioVoice: Voice;
}

/** Sets the headers of the page for an address without one. Returns its HTML. */
export function renderMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { studio, icon, publicPath, studioVoice }: MissingPageOptions,
): string {
  const reader = readerOf(request);
  const { catalogue } = studio.known();
  setPageHeaders(reply, reader, catalogue);
  reply.header('vary', 'Accept, Accept-Language');
  const root = rootFrom(request.url, publicPath);
  return missingPage({ reader, messages: messagesIn(reader.language, studioVoice), catalogue, icon, root });
}

/** Returns the relative path from an address to the form, because only the client knows the path prefix of a proxy. */
export function rootFrom(target: string, publicPath: string): string {
  const depth = targetPath(target).split('/').length - 2;
  return `${depth > 0 ? '../'.repeat(depth) : './'}${publicPath.slice(1)}`;
}
