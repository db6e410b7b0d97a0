import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamed } from '../../../platform/shapes/values.ts';
import type { RequestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import { asQuery, requestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import { signalOf } from '../../reply/respond.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problemResponses } from '../schemas/problem.ts';
import { csvOf, jsonLinesOf } from './export-formats.ts';

interface Format {
  readonly name: 'csv' | 'jsonl';
  readonly mediaType: string;
  write(requests: AsyncIterable<readonly string[]>, questionIds: readonly string[]): Readable;
}

const formats: readonly Format[] = [
  { name: 'csv', mediaType: 'text/csv; charset=utf-8', write: csvOf },
  { name: 'jsonl', mediaType: 'application/jsonl; charset=utf-8', write: jsonLinesOf },
];

/** Adds routes that stream all requests of a filter from one snapshot. */
export async function addExportRoutes(
  app: OperatorScope,
  { inbox: { exporter }, attachments: { exportSlots } }: OperatorParts,
): Promise<void> {
  for (const format of formats) {
    app.get(
      `${apiPath}/requests.${format.name}`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: `exportRequests${format.name === 'csv' ? 'Csv' : 'Jsonl'}`,
          summary: format.name === 'csv' ? 'Export as CSV, for spreadsheets' : 'Export as JSON Lines, lossless',
          description: 'All requests of the filter from one snapshot, the newest first.',
          tags: ['Exports'],
          querystring: asQuery(requestFilter),
          response: {
            200: { description: 'The requests', content: { [mediaTypeOf(format)]: { schema: streamed } } },
            ...problemResponses(400, 401, 503),
          },
        },
      },
      async (request, reply) => {
        exportSlots.take(reply);
        const questionIds = await exporter.questionIds();
        const requests = await begin(format.name, request.query, request, reply);
        const fileName = `requests-${new Date().toISOString().slice(0, 10)}.${format.name}`;
        return reply
          .type(format.mediaType)
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(format.write(requests, questionIds));
      },
    );
  }

  /** Waits for the first requests, so that a query that fails becomes a problem response. */
  async function begin(name: string, filter: RequestFilter, request: FastifyRequest, reply: FastifyReply) {
    const rows = exporter.export(filter, name, actorOf(request), signalOf(reply))[Symbol.asyncIterator]();
    const first = await rows.next();
    return from(first, rows);
  }
}

async function* from<T>(first: IteratorResult<T>, others: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let result = first; !result.done; result = await others.next()) yield result.value;
  } finally {
    await others.return?.();
  }
}

function mediaTypeOf({ mediaType }: Format): string {
  return mediaType.replace(/;.*/, '');
}
