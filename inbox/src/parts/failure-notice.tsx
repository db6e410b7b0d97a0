import { CircleAlert } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';

interface FailureProps {
  readonly error: unknown;
  onRetry(): void;
}

/** Replaces content that could not be loaded. */
export function FailureScreen({ error, onRetry }: FailureProps) {
  const translator = useTranslator();
  return (
    <div class="message empty-state failed" role="alert">
      <Icon of={CircleAlert} />
      <p class="empty-state-title">{failureText(translator, error)}</p>
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
