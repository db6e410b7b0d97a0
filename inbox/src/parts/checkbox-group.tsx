export interface CheckboxGroupProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly checked: readonly Value[];
}

/** Uncontrolled checkboxes, which the form reads on submit. */
export function CheckboxGroup<Value extends string>({ legend, name, options, checked }: CheckboxGroupProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} class="check">
          <input type="checkbox" name={name} value={value} defaultChecked={checked.includes(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
