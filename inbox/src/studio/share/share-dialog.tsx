import { useState } from 'preact/hooks';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { Studio } from '../draft/draft-shapes.ts';
import { shownIn } from '../draft/localized.ts';
import { CopiedField } from './copied-field.tsx';
import { QrPicture } from './qr-picture.tsx';
import { embedCode, linkTo } from './share-links.ts';

interface ShareDialogProps {
  readonly formUrl: string;
  /** The published types: only they have ids that stay. */
  readonly types: Studio['types'];
  onClose(): void;
}

/** The link to the form or to one of its types, as an address, as code and as a picture. */
export function ShareDialog({ formUrl, types, onClose }: ShareDialogProps) {
  const { text } = useFormWords();
  const { language } = useTranslator();
  const [typeId, choose] = useState<string | null>(null);
  const offered = types.filter(({ hidden }) => !hidden);
  const link = linkTo(formUrl, typeId);
  const choices = [
    { id: null, name: text('shareWhole') },
    ...offered.map(({ id, name }) => ({ id, name: shownIn(name, language) })),
  ];
  return (
    <Dialog title={text('shareTitle')} onClose={onClose}>
      <div class="form-share">
        {offered.length > 0 && (
          <fieldset>
            <legend>{text('shareOpens')}</legend>
            {choices.map(({ id, name }) => (
              <button key={id} type="button" class="chip" aria-pressed={id === typeId} onClick={() => choose(id)}>
                <bdi>{name}</bdi>
              </button>
            ))}
          </fieldset>
        )}
        <section>
          <h3>{text('shareLink')}</h3>
          <CopiedField label={text('shareLink')} value={link} />
        </section>
        <section>
          <h3>{text('shareEmbed')}</h3>
          <p class="hint">{text('shareEmbedHint')}</p>
          <CopiedField label={text('shareEmbed')} value={embedCode(formUrl, typeId)} />
        </section>
        <QrPicture address={link} />
      </div>
    </Dialog>
  );
}
