import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmButtonProps {
  /** Accessible name of the button, with the action and its object. */
  readonly label: string;
  readonly question: string;
  readonly confirm: string;
  readonly children: ComponentChildren;
  onConfirm(): void;
}

/** A button that asks for confirmation, for actions that cannot be undone. */
export function ConfirmButton({ label, question, confirm, children, onConfirm }: ConfirmButtonProps) {
  const { text } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button type="button" class="quiet bad" aria-label={label} onClick={() => setAsking(true)}>
        {children}
      </button>
      {isAsking && (
        <Dialog title={label} onClose={close}>
          <p>{question}</p>
          <footer>
            <button type="button" class="quiet" onClick={close}>
              {text('cancel')}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {confirm}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
