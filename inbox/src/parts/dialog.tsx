import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { LiveRegions } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called by the close button and by Escape. Null for a dialog that requires a decision. */
  readonly onClose: (() => void) | null;
}

/** A modal dialog. The focus stays in the dialog and returns to the previous element afterwards. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const { text } = useTranslator();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect, so that Enter acts on the dialog as soon as it is visible.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      // While the dialog is open, all other elements are inert and cannot be focused.
      ref.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // A browser applies `autofocus` only when the dialog opens. For elements added later the focus would stay on the
  // close button, where Enter closes the dialog.
  const wanted = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const next = ref.current?.querySelector<HTMLElement>('[autofocus]') ?? null;
    if (next !== wanted.current) next?.focus();
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus();
    wanted.current = next;
  });
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" class="quiet icon" onClick={onClose} aria-label={text('close')}>
            ✕
          </button>
        )}
      </header>
      {children}
      <LiveRegions />
    </dialog>
  );
}
