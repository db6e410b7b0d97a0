import type { InboxRequest } from '../../api/shapes.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useRole } from '../../model/inbox-context.ts';
import { SignalList } from './signal-list.tsx';
import { useRelease } from './use-release.ts';

/** The reasons why the guard holds the request, or its signals in one that it let pass. */
export function HeldNotice({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const mayWrite = useRole('operator');
  const { release, isBusy, fault } = useRelease();
  const { held, signals = [] } = request;
  return (
    <section class={held ? 'held-notice is-held' : 'held-notice'} aria-label={text(held ? 'heldWhy' : 'heldWas')}>
      <p>{text(held ? 'heldWhy' : 'heldWas')}</p>
      <SignalList signals={held?.reasons ?? signals} />
      {held && mayWrite && (
        <div class="actions">
          <button
            type="button"
            class="button button-primary"
            aria-disabled={isBusy}
            onClick={() => void release([request.id])}
          >
            {text('release')}
          </button>
          <span class="hint">{text('heldChange')}</span>
        </div>
      )}
      {fault !== '' && <p class="fault">{fault}</p>}
    </section>
  );
}
