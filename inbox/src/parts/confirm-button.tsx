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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="quiet bad" aria-label={label} onClick={() => setAsking(true)}>
        {children}
      </button>
      {isAsking && (
        <ConfirmDialog title={label} {...{ question, confirm, onConfirm }} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface ConfirmDialogProps extends Pick<ConfirmButtonProps, 'question' | 'confirm' | 'onConfirm'> {
  readonly title: string;
  onClose(): void;
}

export function ConfirmDialog({ title, question, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const { text } = useTranslator();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <footer>
        <button type="button" class="quiet" onClick={onClose}>
          {text('cancel')}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </button>
      </footer>
    </Dialog>
  );
}
