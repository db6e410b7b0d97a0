import type { ComponentChildren, ComponentProps } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { FaultyFieldsContext } from './account-form.tsx';
import { useAccountTranslator } from './account-messages.ts';

interface FieldProps {
  /** Also the `id`, because names are unique on a page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly input: ComponentProps<'input'>;
  readonly children?: ComponentChildren;
}

export function Field({ name, label, hint, input, children }: FieldProps) {
  const isFaulty = useContext(FaultyFieldsContext).includes(name);
  const hintId = `${name}-hint`;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        autocapitalize="none"
        spellcheck={false}
        {...input}
        id={name}
        name={name}
        aria-invalid={isFaulty}
        {...(hint !== undefined && { 'aria-describedby': hintId })}
      />
      {children}
      {hint !== undefined && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The field for the address that a person signs in with. */
export function EmailField({ hint, input }: Pick<FieldProps, 'hint' | 'input'>) {
  const { text } = useAccountTranslator();
  const attributes = { type: 'text', inputMode: 'email', autocomplete: 'username', ...input } as const;
  return <Field name="email" label={text('email')} {...(hint !== undefined && { hint })} input={attributes} />;
}

/** The field for a new password, which the person can show. */
export function NewPasswordField({ label }: { readonly label: string }) {
  const { text } = useAccountTranslator();
  const [isShown, setIsShown] = useState(false);
  const type = isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const);
  return (
    <Field
      name="password"
      label={label}
      hint={text('passwordHint')}
      input={{ ...type, autocomplete: 'new-password', required: true }}
    >
      <button
        type="button"
        class="show"
        aria-pressed={isShown}
        aria-controls="password"
        onClick={() => setIsShown(!isShown)}
      >
        {text('passwordShow')}
      </button>
    </Field>
  );
}
