import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { ReceivedForm } from '../../intake/steps/body-pace.ts';
import type { Submission } from '../../intake/submission/submission.ts';
import { ClientGoneError, RequestBrokenOffError, UnreadableMultipartError } from '../../platform/failure/errors.ts';
import type { Failure } from '../../platform/failure/failure.ts';
import { measured } from '../../platform/measurements/measurements.ts';

export type SubmissionLog = ReturnType<typeof startSubmissionLog>;

const misnamedFile = 'a file was dropped: parts with attachments must be named files, not files[], files[0] or file';

/** Starts the log entry of one submission: a single line without customer data (C28). */
export function startSubmissionLog(log: Logger, headers: IncomingHttpHeaders) {
  const startedAt = performance.now();
  const received: ReceivedForm = { bodyBytes: 0, files: 0, hasMisnamedFile: false };
  let stored: { readonly requestId: string; readonly fileBytes: number; readonly readMs: number } | null = null;
  let created = 'created';
  const fileCause = () => (received.hasMisnamedFile ? misnamedFile : undefined);
  const elapsedMs = () => Math.round(performance.now() - startedAt);

  const facts = (verdict: string, status?: number) => ({
    traceId: traceIdOf(headers),
    requestId: stored?.requestId,
    fileBytes: stored?.fileBytes,
    readMs: stored?.readMs,
    bodyBytes: received.bodyBytes,
    files: received.files,
    totalMs: elapsedMs(),
    verdict,
    status,
  });

  function tell(verdict: string): void {
    const totalMs = performance.now() - startedAt;
    measured('submission', { verdict, bodyBytes: received.bodyBytes, totalMs, readMs: stored?.readMs ?? null });
  }

  return {
    /** Updated while the form is read. */
    received,
    /** Records that the form has been read and accepted. */
    accepted({ id, files }: Submission): void {
      const fileBytes = files.reduce((sum, { attachment }) => sum + attachment.size, 0);
      stored = { requestId: id, fileBytes, readMs: elapsedMs() };
    },
    /** Records that the form repeats this stored request under its idempotency key. */
    repeated(requestId: string): void {
      if (stored) stored = { ...stored, requestId };
      created = 'repeated';
    },
    /** Logs the response that ended the submission. */
    responded(response: Failure | { readonly status: 201 }): void {
      const { code: verdict, likelyCause = fileCause() } = 'code' in response ? response : { code: created };
      tell(verdict);
      log.info({ ...facts(verdict, response.status), likelyCause }, `Submission ${verdict}`);
    },
    /** Logs the response that ended the submission, and the error that caused it. */
    failed(failure: Failure, error: unknown): void {
      if (error instanceof ClientGoneError || error instanceof RequestBrokenOffError) {
        tell('client-gone');
        log.info(facts('client-gone'), 'Submission client-gone');
        return;
      }
      const { code: verdict, status } = failure;
      tell(verdict);
      // An unreadable form is the client's fault, like every rejection, so a stack trace is not useful.
      if (error instanceof UnreadableMultipartError) {
        log.info({ ...facts(verdict, status), likelyCause: error.message }, `Submission ${verdict}`);
      } else {
        log.error({ ...facts(verdict, status), err: error }, `Submission ${verdict}`);
      }
    },
  };
}

/** Returns the trace of the caller (W3C Trace Context, `traceparent`), or undefined without a valid one (S38). */
function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, id = none] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/.exec(traceparent) ?? [];
  return id === none ? undefined : id;
}

const none = '0'.repeat(32);
