import type { Logger } from 'pino';
import { ClientGoneError } from '../submission/client-gone-error.ts';
import type { Failure } from '../submission/failure.ts';
import type { Submission } from '../submission/submission.ts';
import type { Answer } from './answer.ts';

/** Collects what is told of one submission, in one line and without the customer's data (C28). */
export interface SubmissionLog {
  /** The form has been read and accepted. */
  accepted(submission: Submission): void;
  /** The submission ended with this answer. */
  answered(answer: Answer | Failure): void;
  /** The submission ended with this answer because of `error`. */
  failed(failure: Failure, error: unknown): void;
}

export function startSubmissionLog(log: Logger): SubmissionLog {
  const startedAt = performance.now();
  const facts: Record<string, string | number> = {};
  const elapsedMs = () => Math.round(performance.now() - startedAt);

  return {
    accepted({ id, files }) {
      facts.requestId = id;
      facts.files = files.length;
      facts.fileBytes = files.reduce((sum, { attachment }) => sum + attachment.size, 0);
      facts.readMs = elapsedMs();
    },
    answered(answer) {
      const verdict = 'code' in answer ? answer.code : 'created';
      log.info({ ...facts, verdict, status: answer.status, totalMs: elapsedMs() }, `Submission ${verdict}`);
    },
    failed(failure, error) {
      if (error instanceof ClientGoneError) {
        log.info({ ...facts, verdict: 'client-gone', totalMs: elapsedMs() }, 'Submission client-gone');
        return;
      }
      const { code: verdict, status } = failure;
      log.error({ ...facts, verdict, status, totalMs: elapsedMs(), err: error }, `Submission ${verdict}`);
    },
  };
}
