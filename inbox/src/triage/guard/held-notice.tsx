import type { InboxRequest } from '../../api/shapes.ts';
import { useKeys } from '../../keys/keys.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useRole } from '../../model/inbox-context.ts';
import { useKeyHint } from '../../parts/use-key-hint.ts';
import { useRouter } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { SignalChips } from './signal-chips.tsx';
import { useEraseSoon } from './use-erase-soon.ts';
import { useRelease } from './use-release.ts';

/** The reasons why the guard holds the request, or its signals in one that it let pass. */
export function HeldNotice({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const { held, signals = [] } = request;
  return (
    <section class={held ? 'held-notice is-held' : 'held-notice'} aria-label={text(held ? 'heldWhy' : 'heldWas')}>
      <p>{text(held ? 'heldWhy' : 'heldWas')}</p>
      <SignalChips signals={held?.reasons ?? signals} />
      {held && <HeldActions request={request} />}
    </section>
  );
}

function HeldActions({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const router = useRouter();
  const hintOf = useKeyHint();
  const mayWrite = useRole('operator');
  const mayErase = useRole('owner');
  const { release, isBusy, fault } = useRelease();
  const { eraseSoon } = useEraseSoon();
  const releaseIt = () => void release([request.id]);

  function erase(): void {
    eraseSoon(request);
    router.close(pathOf({ name: 'held' }));
  }

  useKeys({ ...(mayWrite && { release: releaseIt }), ...(mayErase && { eraseHeld: erase }) });

  if (!mayWrite) return null;
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="button button-primary"
          aria-disabled={isBusy}
          {...hintOf('release', text('release'))}
          onClick={releaseIt}
        >
          {text('release')}
        </button>
        {mayErase && (
          <button
            type="button"
            class="button button-bad"
            {...hintOf('eraseHeld', text('heldEraseOne'))}
            onClick={erase}
          >
            {text('heldEraseOne')}
          </button>
        )}
        <span class="hint">{text('heldChange')}</span>
      </div>
      {fault !== '' && <p class="fault">{fault}</p>}
    </>
  );
}
