import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Announcement } from '../../events/status-links/messages/status-messages.ts';
import { clientAddressOf } from '../../intake/submission/client-address.ts';
import { addressOrPrefixOf } from '../../intake/submission/client-network.ts';
import { createRateLimit, type RateLimit } from '../reply/rate-limit.ts';
import { beginPage, type SharedParts } from './begin-page.ts';
import { noticePage } from './plain-page.tsx';
import type { PageContext } from './status-document.tsx';

export interface PageOptions extends SharedParts {
  readonly log: Logger;
}

export type PageHandler<Params> = (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => Promise<string>;

interface Page<Params> {
  /** The message in the log when `show` rejects. */
  readonly failure: string;
  show(params: Params, context: PageContext, reply: FastifyReply): Promise<string>;
  /** The announcement for the reader when `show` rejects. */
  unavailable(context: PageContext): Announcement;
}

/** The relative path from a page below `requests/` or `terms/` to the form. */
const root = '../';

/** Seconds after which a client should retry when the database cannot be reached. */
const retryAfterS = 60;

const viewsPerMinute = 60;

/** Creates the handler of a page that is read from the database: 429 for too many views, 503 when it cannot be read. */
export function createPageHandler<Params>(
  { log, ...shared }: PageOptions,
  { failure, show, unavailable }: Page<Params>,
): PageHandler<Params> {
  const limit = createViewLimit();

  return async (request, reply) => {
    const context = beginPage(request, reply, shared, root);
    const waitS = await limit(clientAddressOf(request));
    if (waitS !== null) {
      reply.code(429).header('retry-after', waitS);
      return noticePage(context.messages.tooMany, context);
    }
    try {
      return await show(request.params as Params, context, reply);
    } catch (error) {
      log.error({ err: error }, failure);
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(unavailable(context), context);
    }
  };
}

/** Counts the views of an address. A link cannot be guessed: the limit only keeps load off the database. */
export function createViewLimit(): RateLimit {
  const limit = createRateLimit(viewsPerMinute);
  return (address) => limit(addressOrPrefixOf(address));
}
