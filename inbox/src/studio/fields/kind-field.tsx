import { questionKinds } from '../../../../src/intake/submission/answered-questions.ts';
import { useFormWords } from '../../language/translator-context.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { newId } from '../draft/new-ids.ts';
import { type Path, valueAt, withValue } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

type Question = Studio['questions'][number];

/** The kind of a question. Members that another kind does not have are removed with a change. */
export function KindField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown, language } = useForm();
  const questionPath = path.slice(0, -1);
  const question = valueAt(shown, questionPath) as Question;

  function choose(kind: Question['kind']): void {
    const hasOptions = kind === 'choice' || kind === 'choices';
    const first = { id: newId(), name: { en: text('newAnswer'), [language]: text('newAnswer') } };
    const options = question.options.length > 0 ? question.options : [first];
    const next = { ...question, kind, options: hasOptions ? options : [], max: null, multiplies: false };
    model.replace(withValue(model.state.value.document, questionPath, next));
  }

  return (
    <FieldFrame path={path} label={text('questionKind')}>
      {(attributes) => (
        <select {...attributes} onChange={({ currentTarget }) => choose(currentTarget.value as Question['kind'])}>
          {questionKinds.map((kind) => (
            <option key={kind} value={kind} selected={kind === question.kind}>
              {text(`kind_${kind}`)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
