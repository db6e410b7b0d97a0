import { useEffect } from 'preact/hooks';
import type { CatalogueQuestion, CatalogueText } from '../../../client/src/commission-client.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { partOfDate } from './shown-answers.ts';

interface TypedAnswerProps {
  readonly question: Pick<CatalogueQuestion, 'kind' | 'required'> & {
    readonly label: CatalogueText;
    readonly hint: CatalogueText | null;
  };
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

/** A field for a text, a number, a date or an address. */
export function TypedAnswer({ question, name, value, error, onChange, onBlur }: TypedAnswerProps) {
  const { text } = useTranslator();
  const { kind, label, hint, required } = question;
  const attributes = {
    id: name,
    name,
    value,
    required,
    part: 'input',
    autocomplete: 'off',
    'aria-invalid': Boolean(error),
    'aria-describedby': [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(currentTarget.value),
    onBlur,
  };
  return (
    <div class="field" part="field">
      <label for={name} part="label">
        <CatalogueWords text={label} /> {!required && <span class="optional">({text('optional')})</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} class="hint" part="hint">
          <CatalogueWords text={hint} />
        </p>
      )}
      {kind === 'date' ? (
        <DateInput {...{ value, attributes, onChange, onBlur }} />
      ) : (
        <Input kind={kind} attributes={attributes} />
      )}
      <p id={`${name}-error`} class="error" part="error">
        {error ?? ''}
      </p>
    </div>
  );
}

/** A field of the type "number" drops texts that it cannot read, and changes by a turn of the wheel. */
function Input({ kind, attributes }: { kind: CatalogueQuestion['kind']; attributes: object }) {
  switch (kind) {
    case 'paragraph':
      return <textarea {...attributes} rows={3} dir="auto" />;
    case 'number':
      return <input {...attributes} class="short" type="text" inputMode="decimal" dir="auto" />;
    case 'link':
      return <input {...attributes} type="text" inputMode="url" autocapitalize="none" spellcheck={false} dir="ltr" />;
    default:
      return <input {...attributes} type="text" dir="auto" />;
  }
}

interface DateInputProps {
  /** A date, the sign of one that is filled in part, or an empty text. */
  readonly value: string;
  readonly attributes: object;
  onChange(value: string): void;
  onBlur(): void;
}

/** A date field. Of a date that is filled in part, a browser gives neither the value nor an event of a change. */
function DateInput({ value, attributes, onChange, onBlur }: DateInputProps) {
  const report = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const entered = currentTarget.validity.badInput ? partOfDate : currentTarget.value;
    if (entered !== value) onChange(entered);
  };
  // The part was in a field that is gone.
  useEffect(() => {
    if (value === partOfDate) onChange('');
  }, []);
  return (
    <input
      {...attributes}
      class="short"
      type="date"
      max="9999-12-31"
      value={value === partOfDate ? '' : value}
      onInput={report}
      onKeyUp={report}
      onClick={({ currentTarget }) => openCalendar(currentTarget)}
      onBlur={(event) => {
        report(event);
        onBlur();
      }}
    />
  );
}

/** The whole field opens it, instead of an icon that is a stop of the Tab key. Keyboards have Alt and the arrow down. */
function openCalendar(field: HTMLInputElement): void {
  try {
    field.showPicker();
  } catch {
    // In a frame of another origin it may not open.
  }
}
