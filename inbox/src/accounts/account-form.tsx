import { type ComponentChildren, createContext } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAccountTranslator } from './account-messages.ts';
import { faultText, faultyFields } from './fault-text.ts';

interface AccountFormProps {
  readonly button: string;
  /** The name of the field that has the focus at first. */
  readonly focused: string;
  /** The fault that led the person to this form. */
  readonly notice?: string | null;
  readonly children: ComponentChildren;
  /** Sends the fields and opens the next page. */
  submit(values: Readonly<Record<string, string>>): Promise<void>;
}

/** The names of the fields that the service rejected. */
export const FaultyFieldsContext = createContext<readonly string[]>([]);

/** A form that is sent once at a time. It shows a fault, and focuses the field that caused it. */
export function AccountForm({ button, focused, notice = null, children, submit }: AccountFormProps) {
  const translator = useAccountTranslator();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const faulty = failure ? faultyFields(failure.error) : [];
  const fault = failure ? faultText(translator, failure.error) : isBusy ? null : notice;

  useEffect(() => focusField(form.current, [focused]), []);
  useEffect(() => {
    if (failure) focusField(form.current, [...faulty, 'password']);
  }, [failure]);

  async function send(sent: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await submit(Object.fromEntries(new FormData(sent)) as Record<string, string>);
    } catch (error) {
      setFailure({ error });
    }
    setIsBusy(false);
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <FaultyFieldsContext.Provider value={faulty}>{children}</FaultyFieldsContext.Provider>
      <div role="alert">{fault && <p class="fault">{fault}</p>}</div>
      <button type="submit" class="primary" disabled={isBusy}>
        {button}
      </button>
    </form>
  );
}

/** Focuses the first of these fields that the form has. */
function focusField(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = names.map((name) => form?.elements.namedItem(name));
  fields.find((field): field is HTMLInputElement => field instanceof HTMLInputElement)?.focus();
}
