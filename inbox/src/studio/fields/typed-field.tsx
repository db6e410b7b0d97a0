import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useFormWords } from '../../language/translator-context.ts';
import type { Path } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';

interface TypedFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The fault of a text that is no value. */
  readonly fault: string;
  /** Null for an empty field. */
  readonly value: number | null;
  /** Beside the control. */
  readonly children?: ComponentChildren;
  textOf(value: number): string;
  /** Returns the values that a typed text can mean: zero, one or two. */
  valuesIn(text: string): readonly number[];
  onChange(value: number | null): void;
}

/** A number as people write it. An unclear text stays as it was typed, with a fault, and does not change the number. */
export function TypedField({ path, label, hint, fault, value, children, textOf, valuesIn, onChange }: TypedFieldProps) {
  const { text } = useFormWords();
  const shownText = (number: number | null) => (number === null ? '' : textOf(number));
  const [typed, type] = useState({ text: shownText(value), value });
  const before = useRef(value);
  // Undo or another person has set another value.
  const shown = typed.value === value ? typed.text : shownText(value);
  const isEmpty = shown.trim() === '';
  const [first, second] = valuesIn(shown);
  const either = second !== undefined && { whole: textOf(first ?? 0), fraction: textOf(second) };
  return (
    <FieldFrame
      path={path}
      label={label}
      hint={hint}
      fault={either ? text('faultEither', either) : first === undefined && !isEmpty ? fault : null}
    >
      {(attributes) => (
        <span class="form-typed">
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
              const meant = meaningOf(currentTarget.value) ?? before.current;
              const next = currentTarget.value.trim() === '' ? null : meant;
              type({ text: currentTarget.value, value: next });
              if (next !== value) onChange(next);
            }}
          />
          {children}
        </span>
      )}
    </FieldFrame>
  );

  /** Returns null for an unclear text. */
  function meaningOf(words: string): number | null {
    const [meant, ...others] = valuesIn(words);
    return meant === undefined || others.length > 0 ? null : meant;
  }
}
