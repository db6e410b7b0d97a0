import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';

export interface FailureProps {
  readonly error: unknown;
  onRetry(): void;
}

/** Replaces content that could not be loaded. */
export function FailureScreen({ error, onRetry }: FailureProps) {
  const translator = useTranslator();
  return (
    <div class="message empty failed" role="alert">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 8a16 16 0 1 0 .1 0M24 16v10M24 32v.1" />
      </svg>
      <p class="empty-title">{failureText(translator, error)}</p>
      <button type="button" onClick={onRetry}>
        {translator.text('tryAgain')}
      </button>
    </div>
  );
}

/** Shown next to content that is already loaded. */
export function FailureNotice({ error, onRetry }: FailureProps) {
  const translator = useTranslator();
  return (
    <div class="failure-notice" role="alert">
      <p>{failureText(translator, error)}</p>
      <button type="button" onClick={onRetry}>
        {translator.text('tryAgain')}
      </button>
    </div>
  );
}
