import { useFormWords } from '../../language/translator-context.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { shownIn } from '../draft/localized.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

type Question = Studio['questions'][number];
type Condition = NonNullable<Question['when']>;

/** Whether a question is asked always, or only after an answer to another one. */
export function ConditionField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown, language } = useForm();
  const own = valueAt(shown, path.slice(0, -1)) as Question;
  const isNamed = shown.questions.some(({ when }) => when?.question === own.id);
  const others = shown.questions.filter(({ id, when }) => id !== own.id && when === null);
  const conditions = isNamed ? [] : others.flatMap(answersOf);
  if (conditions.length === 0 && own.when === null) return null;

  function answersOf({ id, label, kind, options }: Question) {
    const name = shownIn(label, language);
    const answer = (is: Condition['is'], words: string) => ({
      value: { question: id, is },
      words: `${name}: ${words}`,
    });
    if (kind === 'yes-no') return [answer(true, text('yes')), answer(false, text('no'))];
    return kind === 'choice' || kind === 'choices'
      ? options.map((option) => answer(option.id, shownIn(option.name, language)))
      : [];
  }

  const key = (value: Condition | null) => JSON.stringify(value && [value.question, value.is]);
  return (
    <FieldFrame path={path} label={text('askedWhen')}>
      {(attributes) => (
        <select
          {...attributes}
          onChange={({ currentTarget }) =>
            model.change(path, conditions.find(({ value }) => key(value) === currentTarget.value)?.value ?? null)
          }
        >
          <option value="" selected={own.when === null}>
            {text('askedAlways')}
          </option>
          {conditions.map(({ value, words }) => (
            <option key={key(value)} value={key(value)} selected={key(value) === key(own.when)}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** The types that a question is asked for. An empty list means all. */
export function TypesField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown, language } = useForm();
  const chosen = (valueAt(shown, path) ?? []) as readonly string[];
  if (shown.types.length === 0) return null;
  return (
    <fieldset class="form-checks">
      <legend>{text('askedFor')}</legend>
      <p class="hint">{text('askedForHint')}</p>
      {shown.types.map(({ id, name }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              model.change(path, checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
          <bdi>{shownIn(name, language)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
