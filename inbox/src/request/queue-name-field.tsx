import { useTranslator } from '../language/translator-context.ts';
import type { DueFieldProps } from './due-field.tsx';

/** The name that the customer chose for the public queue, which shows it once a person says so (S20). */
export function QueueNameField({ request, change, mayWrite }: DueFieldProps) {
  const { text } = useTranslator();
  if (request.queueName === undefined) return null;
  return (
    <section aria-labelledby="queue-name">
      <h2 id="queue-name">{text('field_queueNameShown')}</h2>
      <p>
        <bdi>{request.queueName}</bdi>
      </p>
      <label class="check">
        <input
          type="checkbox"
          disabled={!mayWrite}
          checked={request.queueNameShown === true}
          onChange={({ currentTarget }) => void change({ queueNameShown: currentTarget.checked })}
        />
        {text('showQueueName')}
      </label>
    </section>
  );
}
