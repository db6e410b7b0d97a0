import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** By its button or by Escape; null for a question that needs an answer. */
  readonly onClose: (() => void) | null;
}

/** Above everything; the browser keeps the focus in it, and gives it back afterwards. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const { text } = useTranslator();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // With the drawing: Enter, pressed at once, does what is seen.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      // While it is open all else is inert, and takes no focus.
      ref.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // A browser looks for it once, when the dialog is shown: what asks later would leave the focus on the cross, where Enter closes.
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
    </dialog>
  );
}
