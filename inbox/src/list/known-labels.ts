import { useMemo } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../inbox-context.ts';
import { useTranslator } from '../language/translator-context.ts';

/** The labels of the requests that are loaded, and these, in the order of the alphabet. */
export function useKnownLabels(chosen: readonly string[]): readonly string[] {
  const { list, requests } = useInbox();
  const { language } = useTranslator();
  const ids = useCell(list.ids);
  return useMemo(() => {
    const labels = ids.flatMap((id) => requests.cell(id).value?.labels ?? []);
    return [...new Set([...labels, ...chosen])].sort(new Intl.Collator(language).compare);
  }, [ids, chosen, language]);
}
