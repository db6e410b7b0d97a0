import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestSpool, Spool } from '../form-data/spool.ts';
import type { PaceLimits } from '../intake/body-pace.ts';
import { readForm } from '../intake/read-form.ts';
import { receive, type Stores } from '../intake/receive.ts';
import type { UploadLimits } from '../intake/upload.ts';
import type { Redact } from '../redactor.ts';
import { readClient } from '../submission/client.ts';
import { type Failure, failures } from '../submission/failure.ts';
import { failureText } from '../submission/failure-text.ts';
import { longListItems } from '../submission/long-extras.ts';
import { type ApiRevision, readPayload } from '../submission/payload.ts';
import { createSubmission } from '../submission/submission.ts';
import type { Admission, Place } from './admission.ts';
import type { Answer, SendAnswer } from './answer.ts';
import type { Expectations } from './expect-continue.ts';
import { readFormHead } from './form-head.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { type SubmissionLog, startSubmissionLog } from './submission-log.ts';
import type { UnreadableRequests } from './unreadable-request.ts';

export const commissionsPath = '/api/v1/commissions';

export interface CommissionsOptions {
  readonly hasBucket: boolean;
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly pace: PaceLimits;
  readonly admission: Admission;
  readonly stores: Stores;
  readonly uploadLimits: UploadLimits;
  readonly spool: Spool;
  readonly log: Logger;
  readonly redact: Redact;
}

/** What a request has once it is let in. */
interface Admitted {
  readonly boundary: string;
  readonly idempotencyKey: string | null;
  readonly spool: RequestSpool;
  readonly place: Place;
  readonly entry: SubmissionLog;
}

/** What all of a server's requests share. */
export interface Manners {
  readonly expectations: Expectations;
  readonly unreadable: UnreadableRequests;
  readonly send: SendAnswer;
}

/** `POST /api/v1/commissions` (spec.md, Endpoints). */
export function addCommissionsRoute(
  app: FastifyInstance,
  options: CommissionsOptions,
  { expectations, unreadable, send }: Manners,
): void {
  const { hasBucket, apiRevision, maxRequestBytes, pace, admission, stores, uploadLimits, spool, log, redact } =
    options;

  app.post(commissionsPath, { onRequest: handle }, unreached);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await send(request, reply, await take(request, reply));
  }

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<Answer | Failure> {
    const entry = startSubmissionLog(log);
    try {
      const answer = await submit(request, reply, entry);
      entry.answered(answer);
      return answer;
    } catch (error) {
      const failure = failures.submissionFailed(redact(failureText(error)));
      entry.failed(failure, error);
      return failure;
    }
  }

  async function submit(request: FastifyRequest, reply: FastifyReply, entry: SubmissionLog) {
    if (!hasBucket) return failures.bucketNotSet();
    const idempotency = readIdempotencyKey(request.headers);
    if (idempotency === 'invalid') return failures.invalidIdempotencyKey();
    const { boundary, bodyBytes } = readFormHead(request.headers);
    // A client that waits for leave has sent nothing that could hold an earlier verdict, and need not send it (C9, C11).
    if ((bodyBytes ?? 0) > maxRequestBytes && expectations.isWaiting(request.raw)) return failures.requestTooLarge();
    const place = admission.admit(bodyBytes);
    if (!place) return failures.busy();
    expectations.proceed(request.raw, reply.raw);

    const requestSpool = spool.open();
    try {
      const idempotencyKey = idempotency.key;
      return await readAndStore(request, { boundary, idempotencyKey, spool: requestSpool, place, entry });
    } finally {
      // Before the answer goes out: a client that is slow to take it must not hold them.
      await requestSpool.release();
      place.release();
    }
  }

  async function readAndStore(request: FastifyRequest, admitted: Admitted): Promise<Answer | Failure> {
    const { boundary, idempotencyKey, spool, place, entry } = admitted;
    const form = await readForm(request.raw, {
      boundary,
      spool,
      received: entry.received,
      maxBytes: maxRequestBytes,
      pace,
      onUnderWay: place.occupy,
      isBrokenOff: () => unreadable.isBroken(request.raw),
      readPayload: (bytes) => readPayload(bytes, apiRevision),
    });
    if ('failure' in form) return form.failure;
    // A list of a mebibyte takes long enough to read and to send on: others get their turn in between.
    if (form.payload.extraIds.length > longListItems) await nextTurn();

    const client = readClient(request.headers);
    const submission = createSubmission(form.payload, client, form.attachments, idempotencyKey);
    entry.accepted(submission);
    const received = await receive(submission, stores, uploadLimits, log);
    if ('failure' in received) return received.failure;
    const { id, createdAt } = received.receipt;
    if (id !== submission.id) entry.repeated(id);
    return { status: 201, body: { id, createdAt: createdAt.toISOString() } };
  }
}

/** The framework asks for a handler behind the hooks. */
async function unreached(): Promise<never> {
  throw new Error('The onRequest hook has answered');
}
