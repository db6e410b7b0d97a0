import { useEffect } from 'preact/hooks';
import { partOfDate } from './shown-answers.ts';

export interface DateInputProps {
  /** A date, the sign of one that is filled in part, or an empty text. */
  readonly value: string;
  readonly attributes: object;
  onChange(value: string): void;
  onBlur(): void;
}

/** A date field. Of a date that is filled in part, a browser gives neither the value nor an event of a change. */
export function DateInput({ value, attributes, onChange, onBlur }: DateInputProps) {
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
      onBlur={(event) => {
        report(event);
        onBlur();
      }}
    />
  );
}
