import type { ComponentChildren } from 'preact';
import type { CatalogueEntry } from '../../../client/src/shapes.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useTranslator } from '../language/translator-context.ts';

/** An entry as a card. */
export interface ChoiceEntry extends CatalogueEntry {
  readonly picture?: ComponentChildren;
  /** Below the name and the description, such as a price. */
  readonly note?: ComponentChildren;
  /** True when it cannot be chosen now. */
  readonly isOff?: boolean;
}

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly kind: 'radio' | 'checkbox';
  readonly entry: ChoiceEntry;
  readonly isChosen: boolean;
  /** Id of the group's error, or undefined without one. */
  readonly errorId: string | undefined;
  onChoose(isChosen: boolean): void;
  /** Called when the chosen entry is clicked again. */
  onAgain?(): void;
}

function Choice({ id, name, kind, entry, isChosen, errorId, onChoose, onAgain }: ChoiceProps) {
  const { description, picture, note } = entry;
  const about = [errorId, description !== null && `${id}:about`, note && `${id}:note`].filter(Boolean).join(' ');
  return (
    <label class={picture ? 'choice pictured' : 'choice'} part="choice">
      <input
        id={id}
        type={kind}
        name={name}
        checked={isChosen}
        disabled={entry.isOff === true && !isChosen}
        aria-labelledby={`${id}:name`}
        aria-describedby={about || undefined}
        aria-invalid={kind === 'checkbox' ? Boolean(errorId) : undefined}
        onClick={() => isChosen && onAgain?.()}
        onKeyDown={(event) => {
          // A browser ignores it when a chosen entry is chosen again by keyboard.
          if (event.key !== ' ' || !isChosen || !onAgain) return;
          event.preventDefault();
          onAgain();
        }}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span id={`${id}:name`} class="choice-name">
        <CatalogueWords text={entry.name} />
      </span>
      {description !== null && (
        <span id={`${id}:about`} class="hint">
          <CatalogueWords text={description} />
        </span>
      )}
      {note && (
        <span id={`${id}:note`} class="choice-note">
          {note}
        </span>
      )}
      {picture}
    </label>
  );
}

/** The texts of a question beside its choices. */
interface GroupWords {
  readonly hint?: ComponentChildren;
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
}

interface GroupProps extends GroupWords {
  readonly name: string;
  readonly legend: ComponentChildren;
  readonly entries: readonly ChoiceEntry[];
}

interface ChoiceGroupProps extends GroupProps {
  readonly children: ComponentChildren;
  /** The content below the cards. */
  readonly last?: ComponentChildren;
}

/** More of them, or longer ones, are read more easily one below the other. */
const mostPills = 6;
const mostLettersOfPill = 24;

function ChoiceGroup({ name, legend, hint, isOptional, error, entries, children, last }: ChoiceGroupProps) {
  const { text, ofCatalogue } = useTranslator();
  const isShort = ({ description, note, picture, name: words }: ChoiceEntry) =>
    !(description || note || picture) && ofCatalogue(words).length <= mostLettersOfPill;
  const arePills = entries.length <= mostPills && entries.every(isShort);
  return (
    <fieldset aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend part="label">
        {legend} {isOptional && <span class="optional">({text('optional')})</span>}
      </legend>
      {hint && (
        <p id={`${name}-hint`} class="hint" part="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} class="error" part="error">
          {error}
        </p>
      )}
      <div class={arePills ? 'choices pills' : 'choices'}>{children}</div>
      {last}
    </fieldset>
  );
}

const errorIdOf = ({ name, error }: GroupProps) => (error ? `${name}-error` : undefined);

interface RadioGroupProps extends GroupProps {
  /** Label of the choice of no entry. Null when a chosen entry is given up by choosing it again. */
  readonly none: string | null;
  readonly chosen: string | null;
  onChoose(id: string | null): void;
}

export function RadioGroup(props: RadioGroupProps) {
  const { name, entries, none, chosen, onChoose } = props;
  const shared = { name, kind: 'radio', errorId: errorIdOf(props) } as const;
  const noEntry = none !== null && (
    <Choice
      {...shared}
      id={`${name}:none`}
      entry={{ id: '', name: none, description: null }}
      isChosen={!entries.some(({ id }) => id === chosen)}
      onChoose={() => onChoose(null)}
    />
  );
  return (
    <ChoiceGroup {...props} last={noEntry}>
      {entries.map((entry, index) => (
        <Choice
          {...shared}
          key={entry.id}
          id={`${name}:${index}`}
          entry={entry}
          isChosen={entry.id === chosen}
          onChoose={() => onChoose(entry.id)}
          {...(none === null && { onAgain: () => onChoose(null) })}
        />
      ))}
    </ChoiceGroup>
  );
}

export interface CheckboxGroupProps extends GroupProps {
  readonly chosen: readonly string[];
  onChoose(ids: readonly string[]): void;
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { name, entries, chosen, onChoose } = props;
  return (
    <ChoiceGroup {...props}>
      {entries.map((entry, index) => (
        <Choice
          key={entry.id}
          id={`${name}:${index}`}
          name={name}
          kind="checkbox"
          errorId={errorIdOf(props)}
          entry={entry}
          isChosen={chosen.includes(entry.id)}
          onChoose={(isChosen) => onChoose(isChosen ? [...chosen, entry.id] : chosen.filter((id) => id !== entry.id))}
        />
      ))}
    </ChoiceGroup>
  );
}
