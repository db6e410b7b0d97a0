import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Returns the name of a type in the reader's language, or its id when the type is no longer offered. */
export function useTypeName(typeId: string | null): string | null {
  const { ofCatalogue } = useTranslator();
  const catalogue = useCell(useInbox().catalogue);
  if (typeId === null) return null;
  const type = catalogue?.types.find(({ id }) => id === typeId);
  return type ? ofCatalogue(type.name as { en: string }) : typeId;
}
