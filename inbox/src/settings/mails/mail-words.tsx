import { useRef, useState } from 'preact/hooks';
import { directionOf } from '../../../../page-kit/language/messages.ts';
import type { MailKind } from '../../../../src/deliveries/kinds/mail/mail-previews.ts';
import type { MailPreview } from '../../../../src/deliveries/kinds/mail/mail-shapes.ts';
import { mailPlaceholders, unknownPlaceholders } from '../../../../src/studio/document/mail-placeholders.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { FieldFrame } from '../../studio/fields/field-frame.tsx';
import { useForm } from '../../studio/fields/form-context.ts';
import { hasOwnWords, ownWords, type Words, withOwnWords } from './own-words.ts';

interface MailWordsProps {
  readonly kind: MailKind;
  readonly language: string;
  readonly delivered: NonNullable<MailPreview['delivered']>;
}

/** As many as the schema allows. */
const mostCharacters = { subject: 200, text: 5000 } as const;

/** Subject and text of a mail. They begin as delivered. */
export function MailWords({ kind, language, delivered }: MailWordsProps) {
  const { text } = useTranslator();
  const { model, state } = useForm();
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const isOwn = hasOwnWords(state.document.mails, kind, language);
  // A change at a path, so that typing is undone as a whole.
  const write = (words: Partial<Record<Words, string | null>>) =>
    model.change(['mails'], withOwnWords(model.state.value.document, kind, words, language).mails);

  /** Writes a placeholder where the caret was. */
  function insert(placeholder: string): void {
    const control = last.current;
    if (!control?.isConnected) return;
    control.focus();
    control.setRangeText(placeholder, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const shared = { kind, language, write, onUse: (control: typeof last.current) => (last.current = control) };
  return (
    <>
      <WordsField {...shared} words="subject" delivered={delivered.subject} />
      {delivered.text === null ? (
        <p class="hint">{text('mailTextByPerson')}</p>
      ) : (
        <WordsField {...shared} words="text" delivered={delivered.text} />
      )}
      <fieldset class="mail-placeholders">
        <legend>{text('mailInsert')}</legend>
        {mailPlaceholders.map((name) => (
          <button
            key={name}
            type="button"
            class="button button-small"
            title={text(`mailPlaceholder_${name}`)}
            // The field keeps its caret.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(`{${name}}`)}
          >{`{${name}}`}</button>
        ))}
      </fieldset>
      {isOwn && (
        <p class="actions">
          <button type="button" onClick={() => write({ subject: null, text: null })}>
            {text('mailAsDelivered')}
          </button>
        </p>
      )}
    </>
  );
}

interface WordsFieldProps {
  readonly kind: MailKind;
  readonly language: string;
  readonly words: Words;
  readonly delivered: string;
  write(words: Partial<Record<Words, string | null>>): void;
  onUse(control: HTMLInputElement | HTMLTextAreaElement): void;
}

function WordsField({ kind, language, words, delivered, write, onUse }: WordsFieldProps) {
  const { text, list } = useTranslator();
  const { text: formText } = useFormWords();
  const { state } = useForm();
  const own = ownWords(state.document.mails, kind, words, language);
  /** An empty field stays empty while it is being written. */
  const [isEmptied, setEmptied] = useState(false);
  const value = isEmptied && own === null ? '' : (own ?? delivered);
  const unknown = unknownPlaceholders(value);
  const excess = [...value].length - mostCharacters[words];
  const fault =
    unknown.length > 0
      ? text('mailPlaceholderUnknown', { names: list(unknown) })
      : excess > 0
        ? formText('faultTooLongBy', { count: excess })
        : null;

  function change(next: string): void {
    setEmptied(next.trim() === '');
    write({ [words]: next.trim() === '' || next === delivered ? null : next });
  }

  return (
    <FieldFrame
      path={['mails', kind, words, language]}
      label={text(words === 'subject' ? 'mailSubjectName' : 'mailWords')}
      fault={fault}
    >
      {(attributes) => {
        const shared = {
          ...attributes,
          value,
          lang: language,
          dir: value === '' ? directionOf(language) : ('auto' as const),
          onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
            change(currentTarget.value),
          onFocus: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
            onUse(currentTarget),
          onBlur: () => setEmptied(false),
        };
        return words === 'text' ? <textarea {...shared} rows={9} /> : <input {...shared} autocomplete="off" />;
      }}
    </FieldFrame>
  );
}
