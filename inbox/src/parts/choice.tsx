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

/** A select with its name, for a filter with few values. */
export function Choice({ name, any, value, options, onChoose }: ChoiceProps) {
  return (
    <label>
      <span aria-hidden="true">{name}</span>
      <select aria-label={name} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="" selected={value === ''}>
          {any}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
