import { Images } from 'lucide';
import { useState } from 'preact/hooks';
import type {
  Catalogue,
  CatalogueEntry,
  CatalogueExtra,
  CataloguePrice,
  CommissionType,
  Opening,
} from '../../../client/src/commission-client.ts';
import { Icon } from '../../../page-kit/icon.tsx';
import { type LaterTranslator, useLaterTranslator } from '../language/translator-context.ts';
import type { ChoiceEntry } from '../parts/choices.tsx';
import { type Examples, Gallery } from './gallery.tsx';
import { percentText, priceText } from './money.ts';

/** Up to this number, the slots left are marked as few. */
const fewSlots = 3;

/**
 * Adds to the entries of a list their prices; to types their pictures and the slots that are left.
 * @param chosen Id of the type whose examples have a stop of the Tab key, or null. All have one when it is left out.
 */
export function entriesWithParts(
  entries: readonly (CatalogueEntry | CatalogueExtra | CommissionType)[],
  catalogue: Catalogue,
  endpoint: string,
  translator: LaterTranslator,
  chosen?: string | null,
): readonly ChoiceEntry[] {
  return entries.map((entry) => {
    const slots = 'options' in entry ? catalogue.opening?.types.find(({ id }) => id === entry.id) : undefined;
    const price = entryPrice(entry, catalogue, translator);
    const own = slots && isOwn(slots, catalogue) ? slots : undefined;
    const pictures = 'pictures' in entry ? (entry.pictures ?? []) : [];
    return {
      ...entry,
      isOff: slots?.state === 'closed',
      picture: pictures.length > 0 && (
        <TypePicture
          pictures={pictures}
          name={entry.name}
          endpoint={endpoint}
          key={entry.id}
          isStop={chosen === undefined || chosen === entry.id}
        />
      ),
      note: (price !== null || own !== undefined) && (
        <>
          {price !== null && <span class="price">{price}</span>}
          {own && <SlotsNote {...own} translator={translator} />}
        </>
      ),
    };
  });
}

type TypeSlots = Opening['types'][number];

/** Returns false for slots that are said once, above the cards. */
function isOwn({ state, left }: TypeSlots, catalogue: Catalogue): boolean {
  return state === 'open' ? left !== sharedSlots(catalogue) : state !== catalogue.opening?.state;
}

/** The slots that several types have in common, or null. */
function sharedSlots({ opening }: Catalogue): number | null {
  const lefts = opening?.types.map(({ left }) => left ?? Number.POSITIVE_INFINITY) ?? [];
  const most = Math.max(...lefts);
  return Number.isFinite(most) && most > 0 && lefts.indexOf(most) !== lefts.lastIndexOf(most) ? most : null;
}

/** The slots that several types have in common, above their cards. */
export function slotsNote(catalogue: Catalogue, translator: LaterTranslator) {
  const left = sharedSlots(catalogue);
  return left !== null && <SlotsNote state="open" left={left} translator={translator} />;
}

function entryPrice(
  entry: CatalogueEntry | CatalogueExtra | CommissionType,
  { prices }: Catalogue,
  translator: LaterTranslator,
) {
  if (prices === undefined) return null;
  if ('percent' in entry && entry.percent) return percentText(translator, entry.percent);
  const price = ('price' in entry && entry.price) || ('options' in entry && leastPrice(entry));
  return price ? priceText(translator, price, prices.currency) : null;
}

/** The cheapest option of a type that has no price of its own, or undefined. */
function leastPrice({ options }: CommissionType): CataloguePrice | undefined {
  const [least, ...others] = options
    .flatMap(({ price }) => price ?? [])
    .sort((one, other) => one.amount - other.amount);
  return least && { ...least, from: least.from || others.some(({ amount }) => amount > least.amount) };
}

interface SlotsNoteProps extends Pick<TypeSlots, 'state' | 'left'> {
  readonly translator: LaterTranslator;
}

function SlotsNote({ state, left, translator: { text } }: SlotsNoteProps) {
  if (state === 'closed') return <span class="slots few">{text('typeFull')}</span>;
  if (state === 'waitlist') return <span class="slots few">{text('typeWaitlist')}</span>;
  if (left === null) return null;
  return <span class={left <= fewSlots ? 'slots few' : 'slots'}>{text('slotsLeft', { count: left })}</span>;
}

/** The first example of a type, and a button that shows all of them large. */
function TypePicture({ pictures, name, endpoint, isStop }: Examples & { readonly isStop: boolean }) {
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
        tabIndex={isStop ? 0 : -1}
        onClick={(event) => {
          // The card around it would choose the type.
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span class="visually-hidden">{text('examples', { name: ofCatalogue(name) })}</span>
        <Icon of={Images} /> {pictures.length > 1 && pictures.length}
      </button>
      {isOpen && <Gallery pictures={pictures} name={name} endpoint={endpoint} onClose={() => setOpen(false)} />}
    </span>
  );
}
