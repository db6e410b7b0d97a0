import type { InboxRequest } from '../../api/shapes.ts';
import { useRole } from '../../model/inbox-context.ts';
import { useChange } from '../../request/use-change.ts';
import { useIntakeWords } from '../intake-messages.ts';

/** The name that the customer chose for the public queue, which shows it once a person says so (S20). */
export function QueueName({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const change = useChange(request.id);
  const mayWrite = useRole('operator') && request.held === undefined;
  return (
    <>
      <p>
        <bdi>{request.queueName}</bdi>
      </p>
      <label>
        <input
          type="checkbox"
          disabled={!mayWrite}
          checked={request.queueNameShown === true}
          onChange={({ currentTarget }) => void change({ queueNameShown: currentTarget.checked })}
        />{' '}
        {text('queueNameShown')}
      </label>
    </>
  );
}
