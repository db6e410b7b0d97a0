import { useFormWords } from '../../language/translator-context.ts';
import { type Path, withValue } from '../draft/paths.ts';
import { useForm } from '../fields/form-context.ts';
import { type ReadyId, readyIds } from './ready-ids.ts';
import { readyQuestion } from './ready-question.ts';

/** Questions that many studios ask, each on or off. A question that is switched off keeps its words. */
export function ReadyQuestions({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown, languages } = useForm();
  const { questions } = shown;
  const positionOf = (id: ReadyId) => questions.findIndex((question) => question.id === id);
  const isOn = (id: ReadyId) => questions[positionOf(id)]?.hidden === false;

  function change(id: ReadyId, isWanted: boolean): void {
    const position = positionOf(id);
    const { document } = model.state.value;
    if (position >= 0) model.change([...path, position, 'hidden'], !isWanted);
    else model.replace(withValue(document, path, [...document.questions, readyQuestion(id, languages)]));
  }

  return (
    <fieldset class="form-checks">
      <legend>{text('readyQuestions')}</legend>
      {readyIds.map((id) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={isOn(id)}
            onChange={({ currentTarget }) => change(id, currentTarget.checked)}
          />
          {text(`ready_${id}`)}
        </label>
      ))}
    </fieldset>
  );
}
