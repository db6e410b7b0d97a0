import type { ComponentChildren } from 'preact';
import type { CatalogueEntry } from '../../../client/src/catalogue.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';

interface ChoiceProps {
  readonly name: string;
  readonly kind: 'radio' | 'checkbox';
  readonly entry: CatalogueEntry;
  readonly isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

function Choice({ name, kind, entry, isChosen, onChoose }: ChoiceProps) {
  const id = `${name}:${entry.id}`;
  return (
    <label class="choice" part="choice">
      <input
        id={id}
        type={kind}
        name={name}
        checked={isChosen}
        aria-labelledby={`${id}:name`}
        aria-describedby={entry.description === null ? undefined : `${id}:about`}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span id={`${id}:name`}>
        <CatalogueWords text={entry.name} />
      </span>
      {entry.description !== null && (
        <span id={`${id}:about`} class="hint">
          <CatalogueWords text={entry.description} />
        </span>
      )}
    </label>
  );
}

interface ChoiceGroupProps {
  readonly legend: string;
  readonly children: ComponentChildren;
}

function ChoiceGroup({ legend, children }: ChoiceGroupProps) {
  return (
    <fieldset>
      <legend part="label">{legend}</legend>
      <div class="choices">{children}</div>
    </fieldset>
  );
}

export interface RadioGroupProps {
  readonly name: string;
  readonly legend: string;
  readonly entries: readonly CatalogueEntry[];
  /** Label of the choice of no entry. */
  readonly none: string;
  readonly chosen: string | null;
  onChoose(id: string | null): void;
}

export function RadioGroup({ name, legend, entries, none, chosen, onChoose }: RadioGroupProps) {
  const isNone = !entries.some(({ id }) => id === chosen);
  return (
    <ChoiceGroup legend={legend}>
      {entries.map((entry) => (
        <Choice
          key={entry.id}
          name={name}
          kind="radio"
          entry={entry}
          isChosen={entry.id === chosen}
          onChoose={() => onChoose(entry.id)}
        />
      ))}
      <Choice
        name={name}
        kind="radio"
        entry={{ id: '', name: none, description: null }}
        isChosen={isNone}
        onChoose={() => onChoose(null)}
      />
    </ChoiceGroup>
  );
}

export interface CheckboxGroupProps {
  readonly name: string;
  readonly legend: string;
  readonly entries: readonly CatalogueEntry[];
  readonly chosen: readonly string[];
  onChoose(ids: readonly string[]): void;
}

export function CheckboxGroup({ name, legend, entries, chosen, onChoose }: CheckboxGroupProps) {
  return (
    <ChoiceGroup legend={legend}>
      {entries.map((entry) => (
        <Choice
          key={entry.id}
          name={name}
          kind="checkbox"
          entry={entry}
          isChosen={chosen.includes(entry.id)}
          onChoose={(isChosen) => onChoose(isChosen ? [...chosen, entry.id] : chosen.filter((id) => id !== entry.id))}
        />
      ))}
    </ChoiceGroup>
  );
}
