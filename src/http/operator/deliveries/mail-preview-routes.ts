import type { ExampleMail } from '../../../deliveries/kinds/mail/mail-previews.ts';
import { mailPreview, mailStatus } from '../../../deliveries/kinds/mail/mail-shapes.ts';
import { streamed } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { type PreviewParams, type PreviewQuery, previewParams, previewQuery } from '../schemas/mail.ts';
import { problemResponses } from '../schemas/problem.ts';
import { readDraftedStudio } from '../studio/studio-documents.ts';

const tags = ['Mail'];

/**
 * Only the inbox may frame a preview, and measures its height. The preview may hold any HTML of the host, so it runs no
 * script and loads nothing.
 */
const frameHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin; frame-ancestors 'self'",
};

/** Adds routes for the state of mail and for previews of mails. */
export async function addMailPreviewRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const { mailPreviews, mailChannels, hasMailServer, hasStatusLinks } = parts.notifications;

  async function show({ template }: PreviewParams, { studio, ...query }: PreviewQuery): Promise<ExampleMail> {
    const drawn = studio === 'draft' ? await readDraftedStudio(parts.studio) : null;
    const shown = await mailPreviews.show({ template, ...query, studio: drawn });
    if ('fault' in shown) throw problems.faultyTemplate(shown.fault);
    return shown;
  }

  app.get(
    `${apiPath}/mail`,
    {
      schema: {
        operationId: 'getMailStatus',
        summary: 'Get whether operators can send mail to customers',
        tags,
        response: { 200: mailStatus, ...problemResponses(401, 503) },
      },
    },
    async () => ({
      isSetUp: hasMailServer,
      hasStatusLinks,
      customerLanguage: await parts.inbox.customerMessages.language(),
      tellsStatusChanges: hasMailServer && (await mailChannels.notifiesCustomers('request.status_changed')),
    }),
  );

  app.get(
    `${apiPath}/mail/previews/:template`,
    {
      schema: {
        operationId: 'previewMail',
        summary: 'Preview the text of a mail about an example request',
        tags,
        params: previewParams,
        querystring: previewQuery,
        response: { 200: mailPreview, ...problemResponses(400, 401, 403, 404, 409, 503) },
      },
    },
    async ({ params, query }) => {
      const { html, ...preview } = await show(params, query);
      return { ...preview, hasHtml: html !== null };
    },
  );

  app.get(
    `${apiPath}/mail/previews/:template/html`,
    {
      schema: {
        operationId: 'previewMailHtml',
        summary: 'Preview the HTML of a mail about an example request',
        tags,
        params: previewParams,
        querystring: previewQuery,
        response: {
          200: { description: 'The HTML part', content: { 'text/html': { schema: streamed } } },
          ...problemResponses(400, 401, 403, 404, 409, 503),
        },
      },
    },
    async ({ params, query }, reply) => {
      const { html } = await show(params, query);
      return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(found(html));
    },
  );
}
