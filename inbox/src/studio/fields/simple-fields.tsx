import { useFormWords } from '../../language/translator-context.ts';
import { DateInput } from '../../parts/date-input.tsx';
import type { ChoiceSpec, InstantSpec, LineSpec, NumberSpec, SwitchSpec } from '../draft/field-specs.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useFields } from './form-context.ts';
import { useTypedNumber } from './use-typed-number.ts';

interface FieldProps<Spec> {
  readonly spec: Spec;
  readonly path: Path;
}

export function LineField({ spec, path }: FieldProps<LineSpec>) {
  const { text } = useFormWords();
  const { model, shown } = useFields();
  return (
    <FieldFrame path={path} label={text(spec.label)} hint={spec.hint && text(spec.hint)}>
      {(attributes) => (
        <input
          {...attributes}
          inputMode={spec.type === 'email' ? 'email' : 'text'}
          autocomplete="off"
          dir="auto"
          value={String(valueAt(shown, path) ?? '')}
          onInput={({ currentTarget: { value } }) => model.change(path, value.trim() === '' ? null : value.trim())}
        />
      )}
    </FieldFrame>
  );
}

export function SwitchField({ spec, path }: FieldProps<SwitchSpec>) {
  const { text } = useFormWords();
  const { model, shown } = useFields();
  return (
    <div class="form-field">
      <label class="check">
        <input
          type="checkbox"
          data-path={path.join('/')}
          checked={valueAt(shown, path) === true}
          onChange={({ currentTarget }) => model.change(path, currentTarget.checked)}
        />
        {text(spec.label)}
      </label>
      {spec.hint && <p class="hint">{text(spec.hint)}</p>}
    </div>
  );
}

export function ChoiceField({ spec, path }: FieldProps<ChoiceSpec>) {
  const { text } = useFormWords();
  const { model, shown } = useFields();
  const chosen = valueAt(shown, path);
  return (
    <FieldFrame path={path} label={text(spec.label)} hint={spec.hint && text(spec.hint)}>
      {(attributes) => (
        <select {...attributes} onChange={({ currentTarget }) => model.change(path, currentTarget.value)}>
          {spec.values.map(([value, label]) => (
            <option key={value} value={value} selected={value === chosen}>
              {text(label)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function NumberField({ spec, path }: FieldProps<NumberSpec>) {
  const { text, region } = useFormWords();
  const { model, shown } = useFields();
  const { least, most } = spec;
  const value = (valueAt(shown, path) ?? null) as number | null;
  const typed = useTypedNumber(value, region, (next) => model.change(path, next));
  const isOff = value !== null && !(Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
  return (
    <FieldFrame
      path={path}
      label={text(spec.label)}
      hint={spec.hint && text(spec.hint)}
      fault={isOff || typed.isUnclear ? text('faultRange', { least, most }) : null}
    >
      {(attributes) => <input {...attributes} {...typed.attributes} />}
    </FieldFrame>
  );
}

/** A point of time, in the time zone of this browser. */
export function InstantField({ spec, path }: FieldProps<InstantSpec>) {
  const { text } = useFormWords();
  const { model, shown } = useFields();
  const value = valueAt(shown, path);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FieldFrame path={path} label={text(spec.label)} hint={text('instantHint', { zone })}>
      {(attributes) => (
        <DateInput
          attributes={attributes}
          type="datetime-local"
          value={typeof value === 'string' ? localTime(value) : ''}
          onTyped={(typed) => model.change(path, instantOf(typed))}
        />
      )}
    </FieldFrame>
  );
}

/** @returns `YYYY-MM-DDTHH:MM` in the time zone of this browser */
function localTime(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instantOf(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
