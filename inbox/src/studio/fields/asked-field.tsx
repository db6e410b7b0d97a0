import { useId } from 'preact/hooks';
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
  const answerId = useId();
  const own = valueAt(shown, path.slice(0, -1)) as Question;
  const isNamed = shown.questions.some(({ when }) => when?.question === own.id);
  const others = isNamed ? [] : shown.questions.filter(({ id, when }) => id !== own.id && when === null);
  const asked = others.filter((one) => answersOf(one).length > 0);
  if (asked.length === 0 && own.when === null) return null;
  const chosen = asked.find(({ id }) => id === own.when?.question);

  function answersOf({ kind, options }: Question): readonly Answer[] {
    if (kind === 'yes-no') return [true, false].map((is) => ({ is, words: text(is ? 'yes' : 'no') }));
    if (kind !== 'choice' && kind !== 'choices') return [];
    return options.map(({ id, name }) => ({ is: id, words: shownIn(name, language) }));
  }

  function choose(question: Question | undefined, position: number): void {
    const answer = question && answersOf(question)[position];
    model.change(path, question && answer ? { question: question.id, is: answer.is } : null);
  }

  return (
    <div class="form-condition">
      <FieldFrame path={path} label={text('askedIf')}>
        {(attributes) => (
          <select
            {...attributes}
            onChange={({ currentTarget: { value } }) =>
              choose(
                asked.find(({ id }) => id === value),
                0,
              )
            }
          >
            <option value="" selected={own.when === null}>
              {text('askedAlways')}
            </option>
            {asked.map(({ id, label }) => (
              <option key={id} value={id} selected={id === own.when?.question}>
                {shownIn(label, language)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {chosen && (
        <div class="form-field">
          <label for={answerId}>{text('askedIs')}</label>
          <select id={answerId} onChange={({ currentTarget: { selectedIndex } }) => choose(chosen, selectedIndex)}>
            {answersOf(chosen).map(({ is, words }) => (
              <option key={String(is)} selected={is === own.when?.is}>
                {words}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

interface Answer {
  readonly is: Condition['is'];
  readonly words: string;
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
