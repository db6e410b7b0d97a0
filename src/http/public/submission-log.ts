import type { Logger } from 'pino';
import { ClientGoneError, RequestBrokenOffError, UnreadableMultipartError } from '../../failure/errors.ts';
import type { Failure } from '../../failure/failure.ts';
import type { ReceivedForm } from '../../intake/body-pace.ts';
import type { Submission } from '../../submission/submission.ts';

export type SubmissionLog = ReturnType<typeof startSubmissionLog>;

/** Collects what is logged of one submission, in one line and without the customer's data (C28). */
export function startSubmissionLog(log: Logger) {
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
    /** Kept up to date while the form is read. */
    received,
    /** The form has been read and accepted. */
    accepted({ id, files }: Submission): void {
      const fileBytes = files.reduce((sum, { attachment }) => sum + attachment.size, 0);
      stored = { requestId: id, fileBytes, readMs: elapsedMs() };
    },
    /** It repeats this stored request under its idempotency key. */
    repeated(requestId: string): void {
      if (stored) stored = { ...stored, requestId };
      created = 'repeated';
    },
    /** The submission ended with this response. */
    responded(response: Failure | { readonly status: 201 }): void {
      const { code: verdict, likelyCause } = 'code' in response ? response : { code: created };
      log.info({ ...facts(verdict, response.status), likelyCause }, `Submission ${verdict}`);
    },
    /** The submission ended with this response because of `error`. */
    failed(failure: Failure, error: unknown): void {
      if (error instanceof ClientGoneError || error instanceof RequestBrokenOffError) {
        log.info(facts('client-gone'), 'Submission client-gone');
        return;
      }
      const { code: verdict, status } = failure;
      // A form that cannot be read is its sender's fault, like every rejection: where it was found says nothing.
      if (error instanceof UnreadableMultipartError) {
        log.info({ ...facts(verdict, status), likelyCause: error.message }, `Submission ${verdict}`);
      } else {
        log.error({ ...facts(verdict, status), err: error }, `Submission ${verdict}`);
      }
    },
  };
}
