import { useFormWords } from '../../language/translator-context.ts';
import { shownIn } from '../draft/localized.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { useForm } from './form-context.ts';

/** The types that a question is asked for. None means all. */
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
