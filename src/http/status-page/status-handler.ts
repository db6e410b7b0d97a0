import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { messagesIn, type Voice } from '../../customers/status-links/messages/voice.ts';
import type { StatusReader, StatusTokens } from '../../customers/status-links/status-links.ts';
import type { StudioSource } from '../../customers/studio/served-studio.ts';
import { clientAddressOf } from '../../customers/submission/client-address.ts';
import { addressOrPrefixOf } from '../../customers/submission/client-network.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import type { PageContext } from './status-document.ts';
import { deadLinkPage, noticePage, statusPage } from './status-page.ts';

export interface StatusPageOptions extends Pick<PageContext, 'icon'> {
  readonly studio: StudioSource;
  readonly statusTokens: StatusTokens;
  readonly statusReader: StatusReader;
  readonly studioVoice: Voice;
  readonly log: Logger;
}

interface StatusRequest {
  Params: { readonly token: string };
}

export type StatusHandler = (request: FastifyRequest<StatusRequest>, reply: FastifyReply) => Promise<string>;

/** The relative path from a page below `requests/` to the form. */
const root = '../';

/** Seconds after which a client should retry when the database cannot be reached. */
const retryAfterS = 60;

/** Creates the handler of the status page. Every invalid link gets the same response. */
export function createStatusHandler({
  statusTokens,
  statusReader,
  studio,
  icon,
  studioVoice,
  log,
}: StatusPageOptions): StatusHandler {
  const limit = createViewLimit();

  return async (request, reply) => {
    const reader = readerOf(request);
    setPageHeaders(reply, reader);
    const messages = messagesIn(reader.language, studioVoice);
    const { catalogue } = studio.known();
    const context = { reader, messages, catalogue, icon, root };
    const waitS = await limit(clientAddressOf(request));
    if (waitS !== null) {
      reply.code(429).header('retry-after', waitS);
      return noticePage(messages.tooMany, context);
    }
    try {
      const found = await statusReader.find(await statusTokens.decode(request.params.token));
      if (found !== null) return statusPage(found, context);
      reply.code(404);
      return deadLinkPage(context);
    } catch (error) {
      log.error({ err: error }, 'The status of a request could not be read');
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(messages.unavailable, context);
    }
  };
}

/** Counts a view of an address. Returns null when the view is allowed, else the seconds until the next one is. */
type ViewLimit = (address: string) => Promise<number | null>;

const viewsPerMinute = 60;
const minuteS = 60;

/** Counts in the memory of this process. A link cannot be guessed: the limit only keeps load off the database. */
export function createViewLimit(): ViewLimit {
  const limiter = new RateLimiterMemory({ points: viewsPerMinute, duration: minuteS });
  return async (address) => {
    try {
      await limiter.consume(addressOrPrefixOf(address));
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}
