import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestSpool, Spool } from '../form-data/spool.ts';
import { readForm } from '../intake/read-form.ts';
import { receive, type Stores, type UploadLimits } from '../intake/receive.ts';
import type { Redact } from '../redactor.ts';
import { readClient } from '../submission/client.ts';
import { type Failure, failures } from '../submission/failure.ts';
import { failureText } from '../submission/failure-text.ts';
import { type ApiRevision, readPayload } from '../submission/payload.ts';
import { createSubmission } from '../submission/submission.ts';
import type { Answer, SendAnswer } from './answer.ts';
import type { Expectations } from './expect-continue.ts';
import { readFormHead } from './form-head.ts';
import { type SubmissionLog, startSubmissionLog } from './submission-log.ts';

export const commissionsPath = '/api/v1/commissions';

export interface CommissionsOptions {
  readonly hasBucket: boolean;
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly stores: Stores;
  readonly uploadLimits: UploadLimits;
  readonly spool: Spool;
  readonly log: Logger;
  readonly redact: Redact;
}

/** `POST /api/v1/commissions` (spec.md, Endpoints). */
export function addCommissionsRoute(
  app: FastifyInstance,
  options: CommissionsOptions,
  expectations: Expectations,
  send: SendAnswer,
): void {
  const { hasBucket, apiRevision, maxRequestBytes, stores, uploadLimits, spool, log, redact } = options;

  app.post(commissionsPath, { onRequest: handle }, unreached);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await send(request, reply, await take(request, reply));
  }

  /** The spool is given back before the answer goes out: a slow client must not hold it. */
  async function take(request: FastifyRequest, reply: FastifyReply): Promise<Answer | Failure> {
    const entry = startSubmissionLog(log);
    const requestSpool = spool.open();
    try {
      const answer = await submit(request, reply, requestSpool, entry);
      entry.answered(answer);
      return answer;
    } catch (error) {
      const failure = failures.submissionFailed(redact(failureText(error)));
      entry.failed(failure, error);
      return failure;
    } finally {
      await requestSpool.release();
    }
  }

  async function submit(
    request: FastifyRequest,
    reply: FastifyReply,
    requestSpool: RequestSpool,
    entry: SubmissionLog,
  ) {
    if (!hasBucket) return failures.bucketNotSet();
    const { boundary, bodyBytes } = readFormHead(request.headers);
    // A client that waits for leave has sent nothing that could hold an earlier verdict, and need not send it (C9, C11).
    if (bodyBytes > maxRequestBytes && expectations.isWaiting(request.raw)) return failures.requestTooLarge();
    expectations.proceed(request.raw, reply.raw);

    const form = await readForm(request.raw, {
      boundary,
      spool: requestSpool,
      received: entry.received,
      maxBytes: maxRequestBytes,
      readPayload: (bytes) => readPayload(bytes, apiRevision),
    });
    if ('failure' in form) return form.failure;

    const submission = createSubmission(form.payload, readClient(request.headers), form.attachments);
    entry.accepted(submission);
    await receive(submission, stores, uploadLimits, log);
    return { status: 201, body: { id: submission.id, createdAt: submission.createdAt.toISOString() } };
  }
}

/** The framework asks for a handler behind the hooks. */
async function unreached(): Promise<never> {
  throw new Error('The onRequest hook has answered');
}
