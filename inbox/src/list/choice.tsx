export interface ChoiceProps {
  /** What it is about, which is also the name of no choice. */
  readonly label: string;
  /** Empty for no choice. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  onChoose(value: string): void;
}

/** A filter with a few values, the size of a chip. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      class={value === '' ? 'chip' : 'chip on'}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="" selected={value === ''}>
        {label}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
