import { useEffect, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';

const bounds = {
  date: { min: '2000-01-01', max: '9999-12-31' },
  'datetime-local': { min: '2000-01-01T00:00', max: '9999-12-31T23:59' },
} as const;

export interface DateInputProps {
  readonly type?: keyof typeof bounds;
  /** More attributes of the control. */
  readonly attributes?: object;
  /** As the browser writes it, empty without a date. */
  readonly value: string;
  /** Called with each whole date that is typed or chosen, and with an empty text. */
  onTyped?(value: string): void;
  /** Called when the field is left with another date. */
  onLeft?(value: string): void;
}

/**
 * A field for a date. A browser reports each typed part of a date: the year 0002, or an empty text. Such a part stays
 * as it is typed, and the field reports it when it is left.
 */
export function DateInput({ type = 'date', value, attributes, onTyped, onLeft }: DateInputProps) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState(value);
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    setTyped(value);
    setOff(false);
  }, [value]);
  return (
    <>
      <input
        {...attributes}
        {...bounds[type]}
        type={type}
        value={typed}
        {...(isOff && { 'aria-invalid': true })}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (!currentTarget.validity.valid) return;
          setOff(false);
          onTyped?.(currentTarget.value);
        }}
        onBlur={({ currentTarget }) => {
          const { valid } = currentTarget.validity;
          setOff(!valid);
          if (valid && currentTarget.value !== value) onLeft?.(currentTarget.value);
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onLeft && currentTarget.blur()}
      />
      {isOff && (
        <span class="fault" role="alert">
          {text('dateOff')}
        </span>
      )}
    </>
  );
}
