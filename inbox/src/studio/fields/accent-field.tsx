import { contrastOn, leastContrast, type Shade, usualAccents } from '../../../../src/studio/document/look.ts';
import { useFormWords } from '../../language/translator-context.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

/** The colours of links and buttons in the light and in the dark form. */
export function AccentField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  return (
    <fieldset class="form-colours">
      <legend class="visually-hidden">{text('accent')}</legend>
      <OneColour shade="light" label={text('accentLight')} path={[...path, 'light']} />
      <OneColour shade="dark" label={text('accentDark')} path={[...path, 'dark']} />
    </fieldset>
  );
}

interface OneColourProps {
  readonly shade: Shade;
  readonly label: string;
  readonly path: Path;
}

function OneColour({ shade, label, path }: OneColourProps) {
  const { text, region } = useFormWords();
  const { model, shown } = useForm();
  const colour = valueAt(shown, path) as string | null;
  const contrast = colour === null ? null : contrastOn(shade, colour);
  const ratio = new Intl.NumberFormat(region).format(contrast ?? 0);
  const isLow = contrast !== null && contrast < leastContrast;
  return (
    <FieldFrame
      path={path}
      label={label}
      hint={contrast === null ? text('accentUsual') : isLow ? undefined : text('contrastGood', { ratio })}
      fault={isLow ? text(shade === 'light' ? 'contrastLowLight' : 'contrastLowDark', { ratio }) : null}
    >
      {(attributes) => (
        <span class="form-colour">
          <input
            {...attributes}
            type="color"
            value={colour ?? usualAccents[shade]}
            onInput={({ currentTarget }) => model.change(path, currentTarget.value)}
          />
          {colour !== null && (
            <button type="button" class="quiet" onClick={() => model.change(path, null)}>
              {text('accentReset')}
            </button>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
