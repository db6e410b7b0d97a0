import { X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Toast } from '../model/toasts.ts';
import { useKeyHint } from './use-key-hint.ts';

const shownMs = 8000;

/**
 * @param isCopy True for a copy of the page's toasts in a dialog that hides them. The copy is not announced again.
 */
export function ToastList({ isCopy = false }: { readonly isCopy?: boolean }) {
  const { toasts } = useInbox();
  const { text } = useTranslator();
  const all = useCell(toasts.all);
  return (
    <section class="toasts" aria-label={text('news')}>
      {all.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isAnnounced={isCopy} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </section>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  readonly isAnnounced: boolean;
  onDismiss(): void;
}

function ToastItem({ toast, isAnnounced, onDismiss }: ToastItemProps) {
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const { say, alert } = useAnnouncer();
  const [isPaused, setIsPaused] = useState(false);
  const isBad = toast.tone === 'bad';

  useEffect(() => {
    if (!isAnnounced) (isBad ? alert : say)(toast.text);
  }, []);
  useEffect(() => {
    if (isBad || isPaused) return;
    const timer = setTimeout(onDismiss, shownMs);
    return () => clearTimeout(timer);
  }, [isPaused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: being read or pointed at keeps it, and does nothing else
    <div
      class={`toast ${toast.tone}`}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocusIn={() => setIsPaused(true)}
      onFocusOut={() => setIsPaused(false)}
    >
      <p title={toast.text}>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          {...(toast.action.key && hintOf(toast.action.key, toast.action.label))}
          onClick={() => {
            onDismiss();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" class="quiet icon" onClick={onDismiss} aria-label={text('dismiss')}>
        <Icon of={X} />
      </button>
    </div>
  );
}
