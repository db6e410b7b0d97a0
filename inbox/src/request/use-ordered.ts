import type { CatalogueNames, InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { type Translator, useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/** The texts of a name by language. */
type OfferedName = Readonly<Record<string, string>> & { readonly en: string };

/** What the customer has ordered, by names. A choice that is no longer offered is named by its id. */
export interface Ordered {
  readonly type: string | null;
  readonly option: string | null;
  readonly customCard: string | null;
  readonly extras: readonly string[];
}

export function useOrdered(request: InboxRequest): Ordered {
  const { ofCatalogue } = useTranslator();
  const catalogue = useCell(useInbox().catalogue);
  const { typeId, optionId, customCardId } = request;
  const type = catalogue?.types.find(({ id }) => id === typeId);
  const named = (name: unknown, id: string | null) => (name ? ofCatalogue(name as OfferedName) : id);
  return {
    type: named(type?.name, typeId),
    option: named(type?.options.find(({ id }) => id === optionId)?.name, optionId),
    customCard: named(catalogue?.customCards.find(({ id }) => id === customCardId)?.name, customCardId),
    extras: request.extraIds.map((id) => extraName(request, catalogue, id, ofCatalogue)),
  };
}

/** Returns an extra's name in the reader's language, or the request's own name for it when the catalogue has none. */
function extraName(
  { extras }: InboxRequest,
  catalogue: CatalogueNames | null,
  extraId: string,
  ofCatalogue: Translator['ofCatalogue'],
): string {
  const offered = catalogue?.extras.find(({ id }) => id === extraId);
  return offered
    ? ofCatalogue(offered.name as unknown as OfferedName)
    : (extras.find(({ id }) => id === extraId)?.name ?? extraId);
}
