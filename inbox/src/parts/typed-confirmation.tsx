import { useId, useState } from 'preact/hooks';
import { idEndingOf } from '../../../src/intake/submission/request-number.ts';
import { useTranslator } from '../language/translator-context.ts';

interface TypedConfirmationProps {
  /** The text that the person must type. */
  readonly expected: string;
  readonly confirm: string;
  readonly isBusy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Confirms a permanent deletion by a typed text, which prevents accidental confirmation. */
export function TypedConfirmation({ expected, confirm, isBusy, onConfirm, onCancel }: TypedConfirmationProps) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState('');
  const id = useId();
  const isSame = read(typed) === read(expected);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame && !isBusy) onConfirm();
      }}
    >
      <label for={id}>{text('typeToConfirm', { expected })}</label>
      <input
        id={id}
        autofocus
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <footer>
        <button type="button" class="quiet" onClick={onCancel}>
          {text('cancel')}
        </button>
        <button type="submit" class="danger" aria-disabled={!isSame || isBusy}>
          {confirm}
        </button>
      </footer>
    </form>
  );
}

/** Normalizes the spellings of a request number. Other texts are trimmed and upper-cased. */
function read(typed: string): string {
  return idEndingOf(typed) ?? typed.trim().toUpperCase();
}
