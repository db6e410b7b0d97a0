import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { focusUnlessElsewhere } from '../parts/focus.ts';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';

interface StatusLinkProps {
  readonly request: InboxRequest;
  readonly mayWrite: boolean;
}

/** The link to the request's status page, which the customer uses. */
export function StatusLink({ request: { id, number }, mayWrite }: StatusLinkProps) {
  const translator = useTranslator();
  const { text } = translator;
  const { call, toasts } = useInbox();
  const [shown, setShown] = useState<{ url: string; isNew: boolean } | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const wasShown = useRef(shown);
  useLayoutEffect(() => {
    // The pressed button is removed. The focus moves to the link's field, and later back to the button.
    const control = container.current?.querySelector<HTMLElement>('input, button');
    if (shown !== wasShown.current) focusUnlessElsewhere(control, container.current);
    wasShown.current = shown;
  }, [shown]);

  async function ask(method: 'GET' | 'POST'): Promise<void> {
    try {
      const { url } = await call<{ url: string }>(method, `/requests/${id}/status-link`);
      setShown({ url, isNew: method === 'POST' });
    } catch (error) {
      toasts.show({ tone: 'bad', text: failureText(translator, error) });
    }
  }

  return (
    <div ref={container}>
      {shown === null && (
        <p class="actions">
          <button type="button" class="button button-plain button-small" onClick={() => void ask('GET')}>
            {text('statusLinkShow')}
          </button>
        </p>
      )}
      {shown !== null && (
        <OneTimeSecret
          key={shown.url}
          title={text('statusLinkTitle', { number })}
          hint={text(shown.isNew ? 'statusLinkOnce' : 'statusLinkCurrent')}
          secret={shown.url}
          onClose={() => setShown(null)}
        >
          <p class="actions">
            {/* Without `PUBLIC_URL` the service knows only the path, and the inbox has no such path. */}
            {URL.canParse(shown.url) && (
              <a class="button" href={shown.url} target="_blank" rel="noopener noreferrer">
                {text('linkOpen')}
              </a>
            )}
            {mayWrite && (
              <ConfirmButton
                label={text('statusLinkNew')}
                question={text('statusLinkHint')}
                confirm={text('statusLinkNew')}
                onConfirm={() => void ask('POST')}
              >
                {text('statusLinkNew')}
              </ConfirmButton>
            )}
          </p>
        </OneTimeSecret>
      )}
    </div>
  );
}
