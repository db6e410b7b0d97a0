import {
  type CommissionClient,
  type CommissionPayload,
  createIdempotencyKey,
  type Progress,
  type Receipt,
  type Retry,
  type SubmissionFailure,
} from '@commission-submission-service/client';
import { useEffect, useRef, useState } from 'react';

export type Phase =
  | { readonly name: 'editing'; readonly failure: SubmissionFailure | null }
  /** `progress` is null before the first byte, `retry` in the first attempt. */
  | { readonly name: 'sending'; readonly progress: Progress | null; readonly retry: Retry | null }
  | { readonly name: 'sent'; readonly receipt: Receipt };

export interface Submission {
  readonly phase: Phase;
  send(payload: CommissionPayload, files: readonly File[]): Promise<void>;
  cancel(): void;
  /** For every change of the form. */
  formChanged(): void;
}

export function useSubmission(client: CommissionClient): Submission {
  const [phase, setPhase] = useState<Phase>({ name: 'editing', failure: null });
  // A form that failed or was cancelled may have been stored all the same: unchanged, it is sent again under its key.
  const idempotencyKey = useRef<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  useEffect(() => () => abort.current?.abort(), []);

  async function send(payload: CommissionPayload, files: readonly File[]): Promise<void> {
    idempotencyKey.current ??= createIdempotencyKey();
    abort.current = new AbortController();
    setPhase({ name: 'sending', progress: null, retry: null });
    const result = await client.submit(payload, files, {
      idempotencyKey: idempotencyKey.current,
      language: document.documentElement.lang,
      signal: abort.current.signal,
      onProgress: (progress) => setPhase((now) => (now.name === 'sending' ? { ...now, progress } : now)),
      onRetry: (retry) => setPhase({ name: 'sending', progress: null, retry }),
    });
    setPhase(result.ok ? { name: 'sent', receipt: result.value } : { name: 'editing', failure: result.failure });
  }

  return {
    phase,
    send,
    cancel: () => abort.current?.abort(),
    formChanged() {
      idempotencyKey.current = null;
    },
  };
}
