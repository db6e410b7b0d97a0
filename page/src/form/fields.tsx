import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { TextField as Field } from '../draft/draft.ts';
import { useTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { likelyEmail } from '../rules/likely-email.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface FieldsProps {
  /** Returns the props that connect a field to the draft and its issues. */
  bind(name: Field): Pick<TextFieldProps, 'name' | 'value' | 'issue' | 'onChange' | 'onBlur'>;
}

interface ContactFieldsProps extends FieldsProps {
  /** Address that the customer has left in the form. */
  readonly leftEmail: string;
  onCorrect(address: string): void;
  /** Further questions about the customer. */
  readonly children?: ComponentChildren;
}

export function ContactFields({ bind, leftEmail, onCorrect, children }: ContactFieldsProps) {
  const { text } = useTranslator();
  return (
    <section class="panel" part="panel" aria-labelledby="contact">
      <Heading id="contact" depth={1}>
        {text('sectionContact')}
      </Heading>
      <TextField {...bind('customerName')} requirement="required" input="line" autocomplete="name" />
      <TextField
        {...bind('customerEmail')}
        requirement="required"
        input="email"
        autocomplete="email"
        hint={text('customerEmailHint')}
      >
        <EmailSuggestion leftEmail={leftEmail} onCorrect={onCorrect} />
      </TextField>
      <TextField
        {...bind('customerSocials')}
        requirement="optional"
        input="lines"
        autocomplete="off"
        rows={2}
        hint={text('customerSocialsHint')}
      />
      {children}
    </section>
  );
}

export function MessageField({ bind }: FieldsProps) {
  const { text } = useTranslator();
  return (
    <section class="panel" part="panel" aria-labelledby="wishes">
      <Heading id="wishes" depth={1}>
        {text('sectionMessage')}
      </Heading>
      <TextField
        {...bind('message')}
        requirement="required"
        input="lines"
        autocomplete="off"
        rows={7}
        hint={text('messageHint')}
      />
    </section>
  );
}

interface EmailSuggestionProps {
  /** Address that the customer has left in the form. */
  readonly leftEmail: string;
  onCorrect(address: string): void;
}

/** Asks about an address that is probably mistyped. It can be sent all the same. */
function EmailSuggestion({ leftEmail, onCorrect }: EmailSuggestionProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const address = likelyEmail(leftEmail);
  const question = address === null ? '' : text('emailDidYouMean', { address });
  useEffect(() => {
    if (question !== '') say(question);
  }, [question]);
  if (address === null) return null;
  return (
    <div class="notice warn suggestion" part="notice">
      <p>{question}</p>
      <button type="button" class="button" part="button" onClick={() => onCorrect(address)}>
        {text('emailCorrect')}
      </button>
    </div>
  );
}
