export interface TickedProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly ticked: readonly Value[];
}

/** Uncontrolled checkboxes, which the form reads on submit. */
export function Ticked<Value extends string>({ legend, name, options, ticked }: TickedProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} class="check">
          <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
