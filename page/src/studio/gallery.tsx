import { ChevronLeft, ChevronRight } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CatalogueExample, CatalogueText } from '../../../client/src/commission-client.ts';
import { DirectedIcon } from '../../../page-kit/icon.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';

export interface Examples {
  /** At least one. */
  readonly pictures: readonly CatalogueExample[];
  /** Of the type. */
  readonly name: CatalogueText;
  /** The service's address. */
  readonly endpoint: string;
}

/** A dialog with the examples of a type, one at a time. */
export function Gallery({ pictures, name, endpoint, onClose }: Examples & { onClose(): void }) {
  const { text, ofCatalogue, direction } = useLaterTranslator();
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  const picture = pictures[index];
  const step = (by: number) => setIndex((index + by + pictures.length) % pictures.length);
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const position = text('pictureOf', { position: index + 1, total: pictures.length });
  return (
    <dialog
      ref={dialog}
      class="large-picture gallery"
      aria-label={ofCatalogue(name)}
      onClose={onClose}
      // The card around it would choose the type.
      onClick={(event) => {
        event.preventDefault();
        const isBeside = event.target === event.currentTarget;
        if (isBeside) dialog.current?.close();
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === forward ? 1 : -1);
      }}
    >
      {picture && (
        <img
          key={picture.largeUrl}
          src={new URL(picture.largeUrl, endpoint).href}
          width={picture.width}
          height={picture.height}
          alt={picture.alt === null ? position : ofCatalogue(picture.alt)}
        />
      )}
      <p>
        {pictures.length > 1 && (
          <span class="steps">
            <button
              type="button"
              class="button button-icon"
              aria-label={text('previousPicture')}
              onClick={() => step(-1)}
            >
              <DirectedIcon of={ChevronLeft} />
            </button>
            <span aria-live="polite">{position}</span>
            <button type="button" class="button button-icon" aria-label={text('nextPicture')} onClick={() => step(1)}>
              <DirectedIcon of={ChevronRight} />
            </button>
          </span>
        )}
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {text('close')}
        </button>
      </p>
    </dialog>
  );
}
