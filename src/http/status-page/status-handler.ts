import type { StatusReader, StatusTokens } from '../../events/status-links/status-links.ts';
import { createPageHandler, type PageHandler, type PageOptions } from './page-handler.ts';
import { deadLinkPage } from './plain-page.tsx';
import { statusPage } from './status-page.tsx';

export interface StatusPageOptions extends PageOptions {
  readonly statusTokens: StatusTokens;
  readonly statusReader: StatusReader;
}

interface StatusParams {
  readonly token: string;
}

export type StatusHandler = PageHandler<StatusParams>;

/** Creates the handler of the status page. Every invalid link gets the same response. */
export function createStatusHandler({ statusTokens, statusReader, ...options }: StatusPageOptions): StatusHandler {
  return createPageHandler<StatusParams>(options, {
    failure: 'The status of a request could not be read',
    async show({ token }, context, reply) {
      const found = await statusReader.find(await statusTokens.decode(token));
      if (found !== null) return statusPage(found, context);
      reply.code(404);
      return deadLinkPage(context);
    },
    unavailable: ({ messages }) => messages.unavailable,
  });
}
