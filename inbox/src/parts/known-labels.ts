import { useMemo } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Returns all labels of requests and the chosen ones, in alphabetical order. */
export function useKnownLabels(chosen: readonly string[]): readonly string[] {
  const { labels } = useInbox();
  const { language } = useTranslator();
  const known = useCell(labels);
  return useMemo(
    () => [...new Set([...known, ...chosen])].sort(new Intl.Collator(language).compare),
    [known, chosen, language],
  );
}
