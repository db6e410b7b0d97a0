import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { TextField as Field } from '../draft/draft.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countCharacters } from '../rules/check-payload.ts';
import type { FieldIssue } from './issue-text.ts';
import { issueText } from './issue-text.ts';
import { maxLengthOf } from './use-issues.ts';

export interface TextFieldProps {
  readonly name: Field;
  readonly value: string;
  readonly issue: FieldIssue | undefined;
  readonly hint?: string;
  readonly requirement: 'required' | 'optional';
  /** The kind of input: one line, an e-mail address, or several lines. */
  readonly input: 'line' | 'email' | 'lines';
  readonly autocomplete: string;
  readonly rows?: number;
  /** The text below the field. */
  readonly children?: ComponentChildren;
  onChange(value: string): void;
  onBlur(): void;
}

export function TextField(props: TextFieldProps) {
  const { name, value, issue, hint, requirement, input, autocomplete, rows, children, onChange, onBlur } = props;
  const translator = useTranslator();
  const { text } = translator;
  const isRequired = requirement === 'required';
  const attributes = {
    id: name,
    name,
    value,
    autocomplete,
    required: isRequired,
    part: 'input',
    dir: 'auto' as const,
    'aria-invalid': Boolean(issue),
    'aria-describedby': [issue && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(currentTarget.value),
    onBlur,
  };
  return (
    <div class="field" part="field">
      <label for={name} part="label">
        {text(name)} {!isRequired && <span class="optional">({text('optional')})</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} class="hint" part="hint">
          {hint}
        </p>
      )}
      {input === 'lines' ? (
        <textarea {...attributes} rows={rows} />
      ) : input === 'email' ? (
        // With type "email" a browser changes the value: it shows müller.de and returns xn--mller-kva.de.
        <input {...attributes} type="text" inputMode="email" autocapitalize="none" spellcheck={false} />
      ) : (
        <input {...attributes} type="text" />
      )}
      <div class="below">
        <p id={`${name}-error`} class="error" part="error">
          {issue ? issueText(translator, issue, value, maxLengthOf(name)) : ''}
        </p>
        {input === 'lines' && <CharacterCount text={value} max={maxLengthOf(name)} />}
      </div>
      {children}
    </div>
  );
}

const debounceMs = 1000;

/** Shows the count near and beyond the limit. Announces the count when the customer stops typing there. */
function CharacterCount({ text: value, max }: { text: string; max: number }) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const count = countCharacters(value);
  const left = max - count;
  const isNear = left < max / 10;
  const note = left < 0 ? text('charactersOver', { count: -left }) : text('charactersLeft', { count: left });
  useEffect(() => {
    if (!isNear) return;
    const timer = setTimeout(() => say(note), debounceMs);
    return () => clearTimeout(timer);
  }, [isNear, note]);
  return isNear ? <p class={left < 0 ? 'count over' : 'count'}>{note}</p> : null;
}
