import { useEffect } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../inbox-context.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countText } from '../list/counts.ts';

/**
 * Names what is shown in the title of the tab, behind the number of unread requests.
 * @param name Null while another part of the page names it, or nothing is known to name.
 */
export function useTitle(name: string | null): void {
  const { text, region } = useTranslator();
  const unread = useCell(useInbox().list.unread);
  const count = unread && unread.least > 0 ? `(${countText(unread, region)}) ` : '';

  useEffect(() => {
    if (name !== null) document.title = `${count}${name} – ${text('product')}`;
  }, [name, count, text]);
}
