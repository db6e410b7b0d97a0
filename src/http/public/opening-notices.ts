import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { clientAddressOf } from '../../intake/submission/client-address.ts';
import { networkOf } from '../../intake/submission/client-network.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import { languageOf } from '../../platform/language/languages.ts';
import { emailAddress } from '../../platform/shapes/values.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { OpeningNotices } from '../../triage/opening/opening-notices.ts';
import { failureResponses, jsonResponse, publicly, requestTooLarge } from '../open-api/responses.ts';
import { respond } from '../reply/respond.ts';

export interface OpeningNoticesOptions {
  readonly studio: StudioSource;
  /** Null where no mail can be sent. */
  readonly openingNotices: OpeningNotices | null;
  readonly log: Logger;
}

const maxBodyBytes = 4096;
const bodyMs = 10_000;

const asked = z.object({
  email: emailAddress.meta({ description: 'The address to tell.', examples: ['zoe@example.org'] }),
  language: z.string().max(100).meta({ description: 'The language of the mails, as a tag such as `de`.' }),
});

const openApi = {
  operationId: 'askForOpeningNotice',
  tags: ['Commissions'],
  summary: 'Ask for a mail when the form opens',
  description:
    'Where the catalogue has `opening.notices`. The address gets a mail with a link to a page whose button confirms it, ' +
    'then one mail at the next opening; then it is deleted. The answer is the same for an address that has asked before.',
  body: publicly('OpeningNotice', asked),
  response: {
    202: jsonResponse('The address is stored.', publicly('Asked', z.object({ status: z.literal('asked') })), {
      status: 'asked',
    }),
    ...failureResponses({
      requestTooLarge,
      noNotices: {
        summary: 'No mail can be sent, or the studio has not set when the form is open',
        failure: failures.notFound(),
      },
      invalidNotice: { summary: 'The body has no e-mail address and language', failure: failures.invalidNotice() },
      tooManyNotices: {
        summary: 'The network has entered five addresses within an hour',
        failure: failures.tooManyNotices(),
      },
      noticesUnavailable: { summary: 'The database does not respond', failure: failures.noticesUnavailable() },
    }),
  },
};

/** Adds `POST /api/v1/opening-notices`: an address that wants to hear when the form opens (S19). */
export function addOpeningNoticesRoute(app: FastifyInstance, options: OpeningNoticesOptions): void {
  const { studio, openingNotices, log } = options;

  // In a hook, because the framework has no parser for bodies here.
  app.post('/api/v1/opening-notices', { config: { openApi }, onRequest: handle }, unreachable);

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store');
    return reply.send(respond(reply, await answer(request)));
  }

  async function answer(request: FastifyRequest): Promise<Failure | typeof accepted> {
    if (openingNotices === null || studio.known().studio.opening === null) return failures.notFound();
    const body = await readBody(request.raw);
    if (typeof body !== 'string') return body;
    const notice = parsed(body);
    if (notice === null) return failures.invalidNotice();
    try {
      const network = networkOf(clientAddressOf(request));
      const language = languageOf(notice.language) ?? 'en';
      const result = await openingNotices.ask({ email: notice.email, language, network });
      return result === 'asked' ? accepted : failures.tooManyNotices();
    } catch (error) {
      log.error({ err: error }, 'An address to tell of the opening could not be stored');
      return failures.noticesUnavailable();
    }
  }
}

/** The answer hides whether an address was stored before. */
const accepted = { status: 202, body: { status: 'asked' } } as const;

function parsed(body: string): z.output<typeof asked> | null {
  try {
    return asked.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<string | Failure> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(), bodyMs);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return failures.requestTooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return failures.badRequest();
  } finally {
    clearTimeout(timer);
  }
}

/** Fastify requires a handler, although the hook always responds. */
async function unreachable(): Promise<never> {
  throw new Error('The hook has responded');
}
