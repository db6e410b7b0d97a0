import { Images } from 'lucide';
import { useState } from 'preact/hooks';
import type {
  Catalogue,
  CatalogueEntry,
  CatalogueExtra,
  CommissionType,
  OpeningState,
} from '../../../client/src/commission-client.ts';
import { Icon } from '../../../page-kit/icon.tsx';
import { type LaterTranslator, useLaterTranslator } from '../language/translator-context.ts';
import type { ChoiceEntry } from '../parts/choices.tsx';
import { type Examples, Gallery } from './gallery.tsx';
import { percentText, priceText } from './money.ts';

/** Up to this number, the slots left are marked as few. */
const fewSlots = 3;

/** Adds to the entries of a list their prices; to types their pictures and the slots that are left. */
export function entriesWithParts(
  entries: readonly (CatalogueEntry | CatalogueExtra | CommissionType)[],
  catalogue: Catalogue,
  endpoint: string,
  translator: LaterTranslator,
): readonly ChoiceEntry[] {
  return entries.map((entry) => {
    const slots = 'options' in entry ? catalogue.opening?.types.find(({ id }) => id === entry.id) : undefined;
    const price = entryPrice(entry, catalogue, translator);
    const pictures = 'pictures' in entry ? (entry.pictures ?? []) : [];
    return {
      ...entry,
      isOff: slots?.state === 'closed',
      picture: pictures.length > 0 && (
        <TypePicture pictures={pictures} name={entry.name} endpoint={endpoint} key={entry.id} />
      ),
      note: (price !== null || slots !== undefined) && (
        <>
          {price !== null && <span class="price">{price}</span>}
          {slots && <SlotsNote {...slots} translator={translator} />}
        </>
      ),
    };
  });
}

function entryPrice(entry: CatalogueEntry | CatalogueExtra, { prices }: Catalogue, translator: LaterTranslator) {
  if (prices === undefined) return null;
  if ('percent' in entry && entry.percent) return percentText(translator, entry.percent);
  return 'price' in entry && entry.price ? priceText(translator, entry.price, prices.currency) : null;
}

interface SlotsNoteProps {
  readonly state: OpeningState;
  readonly left: number | null;
  readonly translator: LaterTranslator;
}

function SlotsNote({ state, left, translator: { text } }: SlotsNoteProps) {
  if (state === 'closed') return <span class="slots few">{text('typeFull')}</span>;
  if (state === 'waitlist') return <span class="slots few">{text('typeWaitlist')}</span>;
  if (left === null) return null;
  return <span class={left <= fewSlots ? 'slots few' : 'slots'}>{text('slotsLeft', { count: left })}</span>;
}

/** The first example of a type, and a button that shows all of them large. */
function TypePicture({ pictures, name, endpoint }: Examples) {
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
