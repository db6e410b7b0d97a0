import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { escapeHtml } from '../../customers/catalogue/escape-html.ts';
import type { OpeningNotices } from '../../customers/opening/opening-notices.ts';
import { messagesIn, type Voice } from '../../customers/status-links/messages/voice.ts';
import type { StudioSource } from '../../customers/studio/served-studio.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { readerOf, setPageHeaders } from './page-headers.ts';
import { type PageContext, statusDocument } from './status-document.ts';
import { missingPage, noticePage } from './status-page.ts';

export interface NoticePageOptions extends Pick<PageContext, 'icon'> {
  readonly studio: StudioSource;
  /** Null where no mail can be sent. */
  readonly openingNotices: OpeningNotices | null;
  readonly studioVoice: Voice;
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
export function createNoticeHandlers({ studio, openingNotices, icon, studioVoice, log }: NoticePageOptions) {
  function begin(request: NoticeRequest, reply: FastifyReply) {
    const reader = readerOf(request);
    const { catalogue } = studio.known();
    setPageHeaders(reply, reader, catalogue);
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("form-action 'none'", "form-action 'self'"));
    const messages = messagesIn(reader.language, studioVoice);
    return {
      context: { reader, messages, catalogue, icon, root: '../', ...(leaves(request) && { query: leave }) },
      words: customerTexts[reader.language].notices,
    };
  }

  /** Shows what `work` finds, or that the database is away. */
  async function shown(
    request: NoticeRequest,
    reply: FastifyReply,
    work: (notices: OpeningNotices) => Promise<Found>,
  ): Promise<string> {
    const { context, words } = begin(request, reply);
    if (openingNotices === null) {
      reply.code(404);
      return missingPage(context);
    }
    try {
      const found = await work(openingNotices);
      if (found === 'gone') reply.code(404);
      const isStored = found === 'ask' || found === 'done';
      const asksToLeave = isStored && leaves(request);
      const title = asksToLeave ? words.leaveButton : words[`${found}Title`];
      const lead = asksToLeave ? '' : `<p class="lead">${escapeHtml(words[`${found}Text`])}</p>`;
      const forms = [
        ...(found === 'ask' && !asksToLeave ? [formOf('', words.button)] : []),
        ...(isStored ? [formOf(`?${leave}&lang=${context.reader.language}`, words.leaveButton)] : []),
      ];
      const main = `<article class="panel plain">
<h1>${escapeHtml(title)}</h1>${lead}
${forms.join('\n')}</article>`;
      return statusDocument({ title, main, notes: [] }, context);
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

/** @param address Where the button leads, or an empty text for the page itself. */
function formOf(address: string, button: string): string {
  const action = address === '' ? '' : ` action="${escapeHtml(address)}"`;
  return `<form method="post"${action} class="way"><button>${escapeHtml(button)}</button></form>`;
}
