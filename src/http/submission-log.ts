import type { Logger } from 'pino';
import type { ReceivedForm } from '../intake/received-form.ts';
import { ClientGoneError } from '../submission/client-gone-error.ts';
import type { Failure } from '../submission/failure.ts';
import { RequestBrokenOffError } from '../submission/request-broken-off-error.ts';
import type { Submission } from '../submission/submission.ts';
import { UnreadableMultipartError } from '../submission/unreadable-multipart-error.ts';
import type { Answer } from './answer.ts';

/** Collects what is told of one submission, in one line and without the customer's data (C28). */
export interface SubmissionLog {
  /** Kept up to date while the form is read. */
  readonly received: ReceivedForm;
  /** The form has been read and accepted. */
  accepted(submission: Submission): void;
  /** It is a repetition of this stored request, which is answered in its place. */
  repeated(requestId: string): void;
  /** The submission ended with this answer. */
  answered(answer: Answer | Failure): void;
  /** The submission ended with this answer because of `error`. */
  failed(failure: Failure, error: unknown): void;
}

export function startSubmissionLog(log: Logger): SubmissionLog {
  const startedAt = performance.now();
  const received: ReceivedForm = { bodyBytes: 0, files: 0 };
  let stored: { readonly requestId: string; readonly fileBytes: number; readonly readMs: number } | null = null;
  let created = 'created';
  const elapsedMs = () => Math.round(performance.now() - startedAt);

  const facts = (verdict: string, status?: number) => ({
    requestId: stored?.requestId,
    fileBytes: stored?.fileBytes,
    readMs: stored?.readMs,
    bodyBytes: received.bodyBytes,
    files: received.files,
    totalMs: elapsedMs(),
    verdict,
    status,
  });

  return {
    received,
    accepted({ id, files }) {
      const fileBytes = files.reduce((sum, { attachment }) => sum + attachment.size, 0);
      stored = { requestId: id, fileBytes, readMs: elapsedMs() };
    },
    repeated(requestId) {
      if (stored) stored = { ...stored, requestId };
      created = 'repeated';
    },
    answered(answer) {
      const verdict = 'code' in answer ? answer.code : created;
      log.info(facts(verdict, answer.status), `Submission ${verdict}`);
    },
    failed(failure, error) {
      if (error instanceof ClientGoneError || error instanceof RequestBrokenOffError) {
        log.info(facts('client-gone'), 'Submission client-gone');
        return;
      }
      const { code: verdict, status } = failure;
      // A form that cannot be read is its sender's fault, like every refusal.
      const level = error instanceof UnreadableMultipartError ? 'info' : 'error';
      log[level]({ ...facts(verdict, status), err: error }, `Submission ${verdict}`);
    },
  };
}
