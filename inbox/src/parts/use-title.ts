import { useEffect } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';

/**
 * Sets the title of the tab to the number of unread requests and the name.
 *
 * @param name Null while another component sets the title or the name is unknown.
 */
export function useTitle(name: string | null): void {
  const { text, region } = useTranslator();
  const unread = useCell(useInbox().list.unread);
  const count = unread && unread.least > 0 ? `(${countText(unread, region)}) ` : '';

  useEffect(() => {
    if (name !== null) document.title = `${count}${name} – ${text('product')}`;
  }, [name, count, text]);
}
