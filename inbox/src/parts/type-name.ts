import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

type Names = Readonly<Record<string, string>>;

/** A program may send an id of hundreds of thousands of characters, which takes a browser seconds in a list. */
const mostCharacters = 200;

/** Returns the shown text of an id that the catalogue does not name. */
export const shownId = (id: string): string => (id.length > mostCharacters ? `${id.slice(0, mostCharacters)}…` : id);

interface TypedRequest {
  readonly typeId: string | null;
  /** Names as the customer saw them. */
  readonly chosen?: { readonly type: Names | null } | undefined;
}

/** Returns the name of a request's type in the reader's language: as the customer saw it, else as it is now, else its id. */
export function useTypeName(request: TypedRequest | null | undefined): string | null {
  const { ofCatalogue } = useTranslator();
  const catalogue = useCell(useInbox().catalogue);
  const typeId = request?.typeId ?? null;
  if (typeId === null) return null;
  const name = request?.chosen?.type ?? catalogue?.types.find(({ id }) => id === typeId)?.name;
  return name ? ofCatalogue(name as { en: string }) : shownId(typeId);
}
