import { useFormWords } from '../../language/translator-context.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { pictureUrl } from '../draft/picture-url.ts';
import { useForm } from './form-context.ts';
import { PictureButton } from './picture-button.tsx';

/** The logo of the studio. */
export function LogoField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown } = useForm();
  const logo = valueAt(shown, path) as { readonly sha256: string } | null;
  return (
    <fieldset class="form-logo">
      <legend>{text('logo')}</legend>
      <p class="hint">{text('logoHint')}</p>
      {logo && <img src={pictureUrl(logo.sha256)} alt={text('logo')} />}
      <div class="form-actions">
        <PictureButton
          label={text(logo ? 'pictureReplace' : 'pictureAdd')}
          onUploaded={(sha256) => model.change(path, { sha256 })}
        />
        {logo && (
          <button type="button" class="quiet bad" onClick={() => model.change(path, null)}>
            {text('remove')}
          </button>
        )}
      </div>
    </fieldset>
  );
}
