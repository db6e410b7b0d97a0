import { useEffect } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Shows the number of unread requests at the icon of the installed page, where the browser can. */
export function useAppBadge(): void {
  const unread = useCell(useInbox().list.unread);
  const count = unread?.least ?? 0;
  useEffect(() => {
    // A page that is not installed has no icon, and the browser may refuse.
    navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
}
