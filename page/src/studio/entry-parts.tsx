import type {
  Catalogue,
  CatalogueEntry,
  CatalogueExtra,
  CommissionType,
  OpeningState,
} from '../../../client/src/commission-client.ts';
import type { LaterTranslator } from '../language/translator-context.ts';
import type { ChoiceEntry } from '../parts/choices.tsx';
import { percentText, priceText } from './money.ts';
import { TypePicture } from './type-picture.tsx';

/** Fewer places are said to be few. */
const fewPlaces = 3;

/** Adds to the entries of a list their prices; to types their pictures and whether they have places left. */
export function entriesWithParts(
  entries: readonly (CatalogueEntry | CatalogueExtra | CommissionType)[],
  catalogue: Catalogue,
  endpoint: string,
  translator: LaterTranslator,
): readonly ChoiceEntry[] {
  return entries.map((entry) => {
    const place = 'options' in entry ? catalogue.opening?.types.find(({ id }) => id === entry.id) : undefined;
    const price = entryPrice(entry, catalogue, translator);
    const pictures = 'pictures' in entry ? (entry.pictures ?? []) : [];
    return {
      ...entry,
      isOff: place?.state === 'closed',
      picture: pictures.length > 0 && (
        <TypePicture pictures={pictures} name={entry.name} endpoint={endpoint} key={entry.id} />
      ),
      note: (price !== null || place !== undefined) && (
        <>
          {price !== null && <span class="price">{price}</span>}
          {place && <PlaceNote {...place} translator={translator} />}
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

interface PlaceNoteProps {
  readonly state: OpeningState;
  readonly left: number | null;
  readonly translator: LaterTranslator;
}

function PlaceNote({ state, left, translator: { text } }: PlaceNoteProps) {
  if (state === 'closed') return <span class="places few">{text('typeFull')}</span>;
  if (state === 'waitlist') return <span class="places few">{text('typeWaitlist')}</span>;
  if (left === null) return null;
  return <span class={left <= fewPlaces ? 'places few' : 'places'}>{text('placesLeft', { count: left })}</span>;
}
