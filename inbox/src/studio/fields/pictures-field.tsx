import { ArrowDown, ArrowUp, Trash2 } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useFormWords } from '../../language/translator-context.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { moved } from '../draft/entries.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { useForm } from './form-context.ts';
import { PictureButton } from './picture-button.tsx';
import { pictureUrl } from './studio-picture.ts';
import { TextField } from './text-field.tsx';

type Example = Studio['types'][number]['pictures'][number];

const mostPictures = 8;
const altSpec = { kind: 'text', at: ['alt'], label: 'pictureAlt', mostCharacters: 200 } as const;

/** Examples of a type. The first one is its card. */
export function PicturesField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown } = useForm();
  const pictures = (valueAt(shown, path) ?? []) as readonly Example[];
  const latest = () => (valueAt(model.state.value.document, path) ?? []) as readonly Example[];
  const set = (next: readonly Example[]) => model.change(path, next);
  return (
    <fieldset class="form-pictures">
      <legend>{text('pictures')}</legend>
      <p class="hint">{text('picturesHint')}</p>
      <ol>
        {pictures.map(({ sha256 }, position) => (
          <li key={sha256}>
            <img src={pictureUrl(sha256)} alt="" />
            <TextField spec={altSpec} path={[...path, position, 'alt']} />
            <span class="form-picture-actions">
              <button
                type="button"
                class="quiet icon"
                aria-disabled={position === 0}
                aria-label={text('moveUp', { name: text('pictureNumber', { number: position + 1 }) })}
                onClick={() => position > 0 && set(moved(pictures, position, position - 1))}
              >
                <Icon of={ArrowUp} />
              </button>
              <button
                type="button"
                class="quiet icon"
                aria-disabled={position === pictures.length - 1}
                aria-label={text('moveDown', { name: text('pictureNumber', { number: position + 1 }) })}
                onClick={() => set(moved(pictures, position, position + 1))}
              >
                <Icon of={ArrowDown} />
              </button>
              <button
                type="button"
                class="quiet icon bad"
                aria-label={text('removeOf', { name: text('pictureNumber', { number: position + 1 }) })}
                onClick={() => set(pictures.toSpliced(position, 1))}
              >
                <Icon of={Trash2} />
              </button>
            </span>
          </li>
        ))}
      </ol>
      {pictures.length < mostPictures && (
        <PictureButton
          label={text('pictureAdd')}
          onUploaded={(sha256) => {
            // The same picture is listed once.
            if (!latest().some((one) => one.sha256 === sha256)) set([...latest(), { sha256, alt: null }]);
          }}
        />
      )}
    </fieldset>
  );
}

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
