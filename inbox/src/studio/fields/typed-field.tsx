import { useRef, useState } from 'preact/hooks';
import { useFormWords } from '../../language/translator-context.ts';
import type { Path } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

interface TypedFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string;
  /** The fault of a text that is no value. */
  readonly fault: string;
  readonly value: number;
  textOf(value: number): string;
  /** Returns the values that a typed text can mean: zero, one or two. */
  valuesIn(text: string): readonly number[];
}

/** A number as people write it. An unclear text stays as it was typed, with a fault, and does not change the number. */
export function TypedField({ path, label, hint, fault, value, textOf, valuesIn }: TypedFieldProps) {
  const { text } = useFormWords();
  const { model } = useForm();
  const [typed, type] = useState({ text: textOf(value), value });
  const before = useRef(value);
  // Undo or another person has set another value.
  const shown = typed.value === value ? typed.text : textOf(value);
  const [first, second] = valuesIn(shown);
  const either = second !== undefined && { whole: textOf(first ?? 0), fraction: textOf(second) };
  return (
    <FieldFrame
      path={path}
      label={label}
      hint={hint}
      fault={either ? text('faultEither', either) : first === undefined ? fault : null}
    >
      {(attributes) => (
        <input
          {...attributes}
          class="form-number"
          inputMode="decimal"
          autocomplete="off"
          value={shown}
          onFocus={() => {
            before.current = value;
          }}
          onInput={({ currentTarget }) => {
            const [next, ...others] = valuesIn(currentTarget.value);
            const meant = next !== undefined && others.length === 0 ? next : before.current;
            type({ text: currentTarget.value, value: meant });
            if (meant !== value) model.change(path, meant);
          }}
        />
      )}
    </FieldFrame>
  );
}
