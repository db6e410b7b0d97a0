export interface ChoiceProps {
  /** Name of the filter, and label of the empty option. */
  readonly label: string;
  /** Empty when no option is chosen. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  onChoose(value: string): void;
}

/** A select in the style of a chip, for a filter with few values. */
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
