import { Images } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { type Examples, Gallery } from './gallery.tsx';

/** The first example of a type, and a button that shows all of them large. */
export function TypePicture({ pictures, name, endpoint }: Examples) {
  const { text, ofCatalogue } = useLaterTranslator();
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [first] = pictures;
  if (!first || isBroken) return null;
  return (
    <span class="picture" part="picture">
      <img
        src={new URL(first.url, endpoint).href}
        width={first.width}
        height={first.height}
        alt={first.alt === null ? '' : ofCatalogue(first.alt)}
        decoding="async"
        onError={() => setBroken(true)}
      />
      <button
        type="button"
        class="button button-small examples"
        aria-label={text('examples', { name: ofCatalogue(name) })}
        onClick={(event) => {
          // The card around it would choose the type.
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon of={Images} /> {pictures.length > 1 && pictures.length}
      </button>
      {isOpen && <Gallery pictures={pictures} name={name} endpoint={endpoint} onClose={() => setOpen(false)} />}
    </span>
  );
}
