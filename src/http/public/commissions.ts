import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { StatusUrlOf } from '../../events/status-links/status-links.ts';
import { readBoundary } from '../../intake/form-data/boundary.ts';
import type { RecentOutcomes } from '../../intake/readiness/recent-outcomes.ts';
import type { Spool } from '../../intake/spool/spool.ts';
import type { PaceLimits } from '../../intake/steps/body-pace.ts';
import { readForm } from '../../intake/steps/read-form.ts';
import { receive, type Stores } from '../../intake/steps/receive.ts';
import type { UploadLimits } from '../../intake/steps/upload.ts';
import { clientAddressOf } from '../../intake/submission/client-address.ts';
import type { SentCommissionForm } from '../../intake/submission/commission-form.ts';
import type { JudgedBy } from '../../intake/submission/guarded-arrival.ts';
import { readIdempotencyKey } from '../../intake/submission/idempotency.ts';
import { type ApiRevision, readPayload } from '../../intake/submission/payload.ts';
import { createSubmission, readClient } from '../../intake/submission/submission.ts';
import type { DiskRoom } from '../../platform/disk/disk-room.ts';
import { type DescribeFailure, UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { failures } from '../../platform/failure/failure.ts';
import { isBrokenOff } from '../connection/client-errors.ts';
import { awaitsContinue, sendContinue } from '../connection/expect-continue.ts';
import { respond } from '../reply/respond.ts';
import type { Admission } from './admission.ts';
import { type SubmissionLog, startSubmissionLog } from './submission-log.ts';
import { submissionOperation } from './submission-operation.ts';

const commissionsPath = '/api/v1/commissions';

/** Version of the status link in every 201. The sender of a repeated form must not learn a later version. */
const initialLinkVersion = 1;

export interface CommissionsOptions {
  readonly hasBucket: boolean;
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly pace: PaceLimits;
  readonly admission: Admission;
  /** Resolves with the facts for the judgement after the 201. Never rejects. */
  judgedBy(address: string, began: Date, form: SentCommissionForm | null): Promise<JudgedBy>;
  /** Whether an id is that of a question that the studio ever asked. */
  isAsked(id: string): boolean;
  /** The revision of the studio that is served now: 0 before the first one, null while it is unknown. */
  servedRevision(): number | null;
  readonly stores: Stores;
  readonly outcomes: Pick<RecentOutcomes, 'observe'>;
  readonly uploadLimits: UploadLimits;
  readonly spool: Spool;
  readonly diskRoom: Pick<DiskRoom, 'open'>;
  readonly statusUrlOf: StatusUrlOf;
  readonly log: Logger;
  readonly describeFailure: DescribeFailure;
}

/** Adds `POST /api/v1/commissions` (docs/api.md). */
export function addCommissionsRoute(app: FastifyInstance, options: CommissionsOptions): void {
  const {
    hasBucket,
    apiRevision,
    maxRequestBytes,
    pace,
    admission,
    stores,
    outcomes,
    uploadLimits,
    spool,
    diskRoom,
    log,
  } = options;

  // Handled in a hook, because Fastify would otherwise reject media types with less helpful messages (C6).
  app.post(commissionsPath, { config: { openApi: submissionOperation }, onRequest: handle }, unreachable);

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const entry = startSubmissionLog(log, request.raw.headers);
    try {
      const response = await submit(request, reply, entry);
      entry.responded(response);
      return reply.send(respond(reply, response));
    } catch (error) {
      const failure = failures.submissionFailed(options.describeFailure(error));
      entry.failed(failure, error);
      return reply.send(respond(reply, failure));
    }
  }

  /** Runs the checks in the order of docs/api.md, Errors. The checks of the headers come before the body is read. */
  async function submit(sent: FastifyRequest, reply: FastifyReply, entry: SubmissionLog) {
    const request: IncomingMessage = sent.raw;
    const began = new Date();
    // The address of a connection that breaks later is unknown then.
    const address = clientAddressOf(sent);
    if (!hasBucket) return failures.bucketNotSet();
    const idempotency = readIdempotencyKey(request.headers);
    if (idempotency === 'invalid') return failures.invalidIdempotencyKey();
    const boundary = boundaryOf(request.headers);
    const length = request.headers['content-length'];
    const bodyBytes = length === undefined ? null : Number(length);
    // While the client waits for 100 Continue, no byte of the body can hold an earlier verdict (C9, C11).
    const isTooLarge = (bodyBytes ?? 0) > maxRequestBytes;
    if (isTooLarge && awaitsContinue(request)) return failures.requestTooLarge();
    // Node parses bytes that came with the headers before the next turn. Most small bodies are then complete.
    await nextTurn();
    const slot = admission.admit({ bodyBytes, isComplete: request.complete });
    if (!slot) return failures.busy();
    const endReservation = await spool.reserveMemory(bodyBytes ?? 0);
    sendContinue(request, reply.raw);

    const requestSpool = spool.open();
    const room = diskRoom.open();
    try {
      const form = await readForm(request, {
        boundary,
        spool: requestSpool,
        room,
        received: entry.received,
        maxBytes: maxRequestBytes,
        pace,
        onUnderWay: slot.occupy,
        isBrokenOff: () => isBrokenOff(request),
        readPayload: (bytes) => readPayload(bytes, apiRevision),
        isAsked: options.isAsked,
      });
      if ('failure' in form) return form.failure;
      const client = readClient(request.headers);
      const { payload, attachments, commissionForm } = form;
      const submission = createSubmission(
        payload,
        client,
        attachments,
        idempotency.key,
        commissionForm,
        await options.judgedBy(address, began, commissionForm),
        options.servedRevision(),
      );
      entry.accepted(submission);
      const received = await outcomes.observe(receive(submission, stores, uploadLimits));
      if ('failure' in received) return received.failure;
      const { id, createdAt } = received.receipt;
      if (id !== submission.id) entry.repeated(id);
      const location = await options.statusUrlOf({ requestId: id, version: initialLinkVersion });
      return { status: 201, headers: { location }, body: { id, createdAt: createdAt.toISOString() } } as const;
    } finally {
      // Released before the response is sent, because a slow client must not hold memory and slot.
      await requestSpool.release();
      room.release();
      endReservation();
      slot.release();
    }
  }
}

/** Returns the boundary. @throws {UnreadableMultipartError} when the headers announce no readable form (C6) */
function boundaryOf(headers: IncomingHttpHeaders): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw new UnreadableMultipartError('the request has a Content-Encoding, compressed bodies are not accepted');
  }
  return readBoundary(headers['content-type']);
}

/** Fastify requires a handler, although the hook always responds. */
async function unreachable(): Promise<never> {
  throw new Error('The hook has responded');
}
