import type { TargetedInputEvent } from 'preact';
import { useState } from 'preact/hooks';
import { numbersIn } from '../../../../page-kit/language/typed-number.ts';

/**
 * The text of a field for a number. A field of the type "number" drops text that it cannot read, such as 1,500.
 * @param region Tag of the language in which the number is read.
 * @param write Called with each clear number, and with null for an empty field.
 */
export function useTypedNumber(value: number | null, region: string, write: (value: number | null) => void) {
  const [typed, setTyped] = useState(String(value ?? ''));
  const meant = meaningOf(typed, region);
  return {
    isUnclear: meant === 'unclear',
    attributes: {
      class: 'form-number',
      inputMode: 'numeric' as const,
      autocomplete: 'off',
      // Undo or another person may have set another value.
      value: meant === 'unclear' || meant === value ? typed : String(value ?? ''),
      onInput({ currentTarget }: TargetedInputEvent<HTMLInputElement>) {
        setTyped(currentTarget.value);
        const next = meaningOf(currentTarget.value, region);
        if (next !== 'unclear') write(next);
      },
    },
  };
}

function meaningOf(text: string, region: string): number | null | 'unclear' {
  if (text.trim() === '') return null;
  const [number, other] = numbersIn(text, region);
  return number === undefined || other !== undefined ? 'unclear' : number;
}
