import { useId } from 'preact/hooks';
import { useFormWords } from '../../language/translator-context.ts';
import { leastSlots, leastWeight, mostSlots, mostWeight } from '../draft/draft-shapes.ts';
import { faultsIn } from '../draft/form-faults.ts';
import { shownIn } from '../draft/localized.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { faultSentence } from './fault-sentence.ts';
import { useFields } from './form-context.ts';
import { useTypedNumber } from './use-typed-number.ts';

type ByType = Readonly<Record<string, number>>;

/** The slots of each type, and the number that a request of it takes. */
export function TypeSlotsField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { shown, language } = useFields();
  const id = useId();
  if (shown.types.length === 0) return null;
  const columns = [
    { name: 'slots', group: [...path, 'slots', 'byType'], least: leastSlots, most: mostSlots },
    { name: 'weight', group: [...path, 'weightByType'], least: leastWeight, most: mostWeight },
  ] as const;
  return (
    <fieldset class="form-slots">
      <legend>{text('typeSlots')}</legend>
      <p class="hint">{text('typeSlotsHint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('key_type')}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" id={`${id}-${name}`}>
                {text(`type_${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.types.map((type, row) => (
            <tr key={type.id}>
              <th scope="row" id={`${id}-${row}`}>
                <bdi>{shownIn(type.name, language) || text('unnamed')}</bdi>
              </th>
              {columns.map(({ name, ...column }) => (
                <td key={name}>
                  <TypeNumber {...column} typeId={type.id} labelledBy={`${id}-${row} ${id}-${name}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

interface TypeNumberProps {
  /** The path of the numbers of all types. */
  readonly group: Path;
  readonly typeId: string;
  readonly labelledBy: string;
  readonly least: number;
  readonly most: number;
}

function TypeNumber({ group, typeId, labelledBy, least, most }: TypeNumberProps) {
  const words = useFormWords();
  const { model, state, shown } = useFields();
  const id = useId();
  const byType = (valueAt(shown, group) ?? {}) as ByType;
  // An id may be the name of a member of every object, such as `constructor`.
  const value = Object.hasOwn(byType, typeId) ? byType[typeId] : undefined;
  const path = [...group, typeId];
  const [first] = faultsIn(state.faults, path);
  const typed = useTypedNumber(value ?? null, words.region, write);
  const isOff = value !== undefined && !(Number.isInteger(value) && value >= least && value <= most);
  const fault =
    isOff || typed.isUnclear ? words.text('faultRange', { least, most }) : first && faultSentence(words, first);

  function write(next: number | null): void {
    const others = Object.entries(byType).filter(([one]) => one !== typeId);
    model.change(group, Object.fromEntries(next === null ? others : [...others, [typeId, next]]));
  }

  return (
    <>
      <input
        {...typed.attributes}
        aria-labelledby={labelledBy}
        aria-describedby={fault ? id : undefined}
        aria-invalid={Boolean(fault)}
        data-path={path.join('/')}
      />
      {fault && (
        <p id={id} class="form-fault">
          {fault}
        </p>
      )}
    </>
  );
}
