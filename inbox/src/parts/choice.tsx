export interface ChoiceProps {
  /** Name of the filter. */
  readonly name: string;
  /** Name of the empty option. */
  readonly any: string;
  /** Empty when no option is chosen. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  onChoose(value: string): void;
}

/** A select in the style of a chip, for a filter with few values. */
export function Choice({ name, any, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      class={value === '' ? 'chip' : 'chip on'}
      aria-label={name}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="" selected={value === ''}>
        {any}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
