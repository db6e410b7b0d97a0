import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { OpeningNotices } from '../../triage/opening/opening-notices.ts';
import { beginPage, type SharedParts } from './begin-page.ts';
import { missingPage, noticePage } from './plain-page.tsx';
import { statusDocument } from './status-document.tsx';

export interface NoticePageOptions extends SharedParts {
  /** Null where no mail can be sent. */
  readonly openingNotices: OpeningNotices | null;
  readonly log: Logger;
}

export type NoticeRequest = FastifyRequest<{
  Params: { readonly token: string };
  Querystring: { readonly unsubscribe?: unknown };
}>;

type Found = 'ask' | 'done' | 'left' | 'gone';

const retryAfterS = 60;
/** The name in the query of the address in `List-Unsubscribe`. */
const leave = 'unsubscribe';

/**
 * Creates the handlers of the link in a mail (S19). Only the buttons of the page confirm and delete: programs that open
 * links of mails change nothing. With `?unsubscribe`, which `List-Unsubscribe` has, it deletes by POST (RFC 8058).
 */
export function createNoticeHandlers({ openingNotices, log, ...shared }: NoticePageOptions) {
  function begin(request: NoticeRequest, reply: FastifyReply) {
    const context = beginPage(request, reply, shared, '../');
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("form-action 'none'", "form-action 'self'"));
    return leaves(request) ? { ...context, query: leave } : context;
  }

  /** Shows the result of `work`, or that the database does not respond. */
  async function shown(
    request: NoticeRequest,
    reply: FastifyReply,
    work: (notices: OpeningNotices) => Promise<Found>,
  ): Promise<string> {
    const context = begin(request, reply);
    if (openingNotices === null) {
      reply.code(404);
      return missingPage(context);
    }
    try {
      const found = await work(openingNotices);
      if (found === 'gone') reply.code(404);
      const { language } = context.reader;
      const isLeaving = (found === 'ask' || found === 'done') && leaves(request);
      const title = customerTexts[language].notices[isLeaving ? 'leaveButton' : (`${found}Title` as const)];
      const main = <Notice found={found} title={title} isLeaving={isLeaving} language={language} />;
      return statusDocument({ title, main, width: 'narrow', notes: [] }, context);
    } catch (error) {
      log.error({ err: error }, 'An address to tell of the opening could not be read');
      reply.code(503).header('retry-after', retryAfterS);
      return noticePage(context.messages.unavailable, context);
    }
  }

  return {
    show: (request: NoticeRequest, reply: FastifyReply) =>
      shown(request, reply, async (notices) => {
        const found = await notices.find(request.params.token);
        if (found === null) return 'gone';
        return found.isConfirmed ? 'done' : 'ask';
      }),
    act: (request: NoticeRequest, reply: FastifyReply) =>
      shown(request, reply, async (notices) => {
        const { token } = request.params;
        if (leaves(request)) return (await notices.withdraw(token)) ? 'left' : 'gone';
        return (await notices.confirm(token)) ? 'done' : 'gone';
      }),
  };
}

function leaves({ query }: NoticeRequest): boolean {
  return query.unsubscribe !== undefined;
}

interface NoticeProps {
  readonly found: Found;
  readonly title: string;
  readonly isLeaving: boolean;
  readonly language: Language;
}

function Notice({ found, title, isLeaving, language }: NoticeProps) {
  const words = customerTexts[language].notices;
  const isStored = found === 'ask' || found === 'done';
  return (
    <article class="panel plain">
      <h1>{title}</h1>
      {!isLeaving && <p class="lead">{words[`${found}Text`]}</p>}
      {found === 'ask' && !isLeaving && (
        <form method="post" class="way">
          <button type="submit" class="button button-primary">
            {words.button}
          </button>
        </form>
      )}
      {isStored && (
        <form method="post" action={`?${leave}&lang=${language}`} class="way">
          <button type="submit" class="button">
            {words.leaveButton}
          </button>
        </form>
      )}
    </article>
  );
}
