import type { ComponentChildren } from 'preact';
import type { CatalogueEntry } from '../../../client/src/catalogue.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';

interface ChoiceProps {
  readonly name: string;
  readonly kind: 'radio' | 'checkbox';
  readonly entry: CatalogueEntry;
  readonly isChosen: boolean;
  onChoose(isChosen: boolean): void;
  /** Called when the chosen entry is clicked again. */
  onAgain?(): void;
}

function Choice({ name, kind, entry, isChosen, onChoose, onAgain }: ChoiceProps) {
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
        onClick={() => isChosen && onAgain?.()}
        onKeyDown={(event) => {
          // A browser does nothing where a chosen entry is chosen again by keyboard.
          if (event.key !== ' ' || !isChosen || !onAgain) return;
          event.preventDefault();
          onAgain();
        }}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span id={`${id}:name`} class="choice-name">
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
  /** What is below the cards. */
  readonly last?: ComponentChildren;
}

function ChoiceGroup({ legend, children, last }: ChoiceGroupProps) {
  return (
    <fieldset>
      <legend part="label">{legend}</legend>
      <div class="choices">{children}</div>
      {last}
    </fieldset>
  );
}

export interface RadioGroupProps {
  readonly name: string;
  readonly legend: string;
  readonly entries: readonly CatalogueEntry[];
  /** Label of the choice of no entry. Null when a chosen entry is given up by choosing it again. */
  readonly none: string | null;
  readonly chosen: string | null;
  onChoose(id: string | null): void;
}

export function RadioGroup({ name, legend, entries, none, chosen, onChoose }: RadioGroupProps) {
  const noEntry = none !== null && (
    <Choice
      name={name}
      kind="radio"
      entry={{ id: '', name: none, description: null }}
      isChosen={!entries.some(({ id }) => id === chosen)}
      onChoose={() => onChoose(null)}
    />
  );
  // Two cards lie side by side. The last one is not left alone.
  const isPaired = entries.length % 2 === 1;
  return (
    <ChoiceGroup legend={legend} last={!isPaired && noEntry}>
      {entries.map((entry) => (
        <Choice
          key={entry.id}
          name={name}
          kind="radio"
          entry={entry}
          isChosen={entry.id === chosen}
          onChoose={() => onChoose(entry.id)}
          {...(none === null && { onAgain: () => onChoose(null) })}
        />
      ))}
      {isPaired && noEntry}
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
