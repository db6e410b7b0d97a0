import { useRef, useState } from 'preact/hooks';
import { useFormWords } from '../../language/translator-context.ts';
import type { Path } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

interface TypedFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string;
  /** What the field says of a text that is no value. */
  readonly fault: string;
  readonly value: number;
  textOf(value: number): string;
  /** Returns what a typed text can mean: none, one, or two values. */
  valuesIn(text: string): readonly number[];
}

/** A number as people write it. A text that is not clear stays as it was typed, with a fault, and stores the number of before. */
export function TypedField({ path, label, hint, fault, value, textOf, valuesIn }: TypedFieldProps) {
  const { text } = useFormWords();
  const { model } = useForm();
  const [typed, type] = useState({ text: textOf(value), value });
  const before = useRef(value);
  // Another value has come by undo, or by somebody else.
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
