import type { Progress, Retry } from '@commission-submission-service/client';

export interface SendingViewProps {
  readonly progress: Progress | null;
  readonly retry: Retry | null;
  cancel(): void;
}

export function SendingView({ progress, retry, cancel }: SendingViewProps) {
  return (
    <section aria-label="Sending">
      <progress aria-label="Sent" value={progress?.sentBytes ?? 0} max={progress?.totalBytes ?? 1} />
      <ul>
        {progress?.files.map(({ name, sentBytes, totalBytes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays.
          <li key={index}>
            {name}: {totalBytes === 0 ? 100 : Math.floor((100 * sentBytes) / totalBytes)} %
          </li>
        ))}
      </ul>
      {retry && (
        <p role="status">
          {retry.status === null ? 'The connection was lost.' : 'The studio is busy.'} Attempt {retry.attempt} of{' '}
          {retry.maxAttempts} follows by itself.
        </p>
      )}
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </section>
  );
}
