import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { shownId, useTypeName } from '../parts/type-name.ts';

/** The texts of a name by language. */
type OfferedName = Readonly<Record<string, string>> & { readonly en: string };

/** The type and extras of the request, by names as the customer saw them. A choice without a name is named by its id. */
interface Ordered {
  readonly type: string | null;
  readonly option: string | null;
  readonly customCard: string | null;
  readonly extras: readonly string[];
}

/** More than a form offers, but a program may send tens of thousands. */
const mostExtras = 200;

export function useOrdered(request: InboxRequest): Ordered {
  const { ofCatalogue } = useTranslator();
  const catalogue = useCell(useInbox().catalogue);
  const { typeId, optionId, customCardId, extraIds, chosen } = request;
  const more = extraIds.length - mostExtras;
  const type = catalogue?.types.find(({ id }) => id === typeId);
  const option = type?.options.find(({ id }) => id === optionId);
  const customCard = catalogue?.customCards.find(({ id }) => id === customCardId);
  const named = (name: unknown, id: string | null) => (name ? ofCatalogue(name as OfferedName) : id && shownId(id));
  const extraName = (extraId: string) => {
    const extra = [...(chosen?.extras ?? []), ...(catalogue?.extras ?? [])].find(({ id }) => id === extraId);
    return named(extra?.name, request.extras.find(({ id }) => id === extraId)?.name ?? extraId) ?? extraId;
  };
  return {
    type: useTypeName(request),
    option: named(chosen?.option ?? option?.name, optionId),
    customCard: named(chosen?.customCard ?? customCard?.name, customCardId),
    extras: [...extraIds.slice(0, mostExtras).map(extraName), ...(more > 0 ? [`… (${more})`] : [])],
  };
}
