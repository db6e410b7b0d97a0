import { ApiFailure, type FailureKind } from '../api/api-failure.ts';
import type { MessageKey } from './languages.ts';
import type { Translator } from './translator-context.ts';

const keys: Readonly<Record<FailureKind, MessageKey>> = {
  unreachable: 'failureUnreachable',
  'signed-out': 'failureCredentials',
  forbidden: 'failureForbidden',
  missing: 'failureMissing',
  conflict: 'failureConflict',
  invalid: 'failureInvalid',
  busy: 'failureBusy',
  failed: 'failureFailed',
};

/** What went wrong, and what the person can do. */
export function failureText({ text }: Translator, error: unknown): string {
  if (!(error instanceof ApiFailure)) return text('failureFailed');
  const reason = error.problem?.issues?.map(({ message }) => message).join(', ') ?? error.problem?.detail ?? '';
  return text(keys[error.kind], { reason, count: error.retryAfterS ?? 5 });
}
