import { useEffect } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';

/** Shows the number of unread requests at the icon of the installed page, where the browser can, to those signed in. */
export function useAppBadge(): void {
  const { list, sessions } = useInbox();
  const unread = useCell(list.unread);
  const isSignedOut = useCell(sessions.isAsking);
  const count = isSignedOut ? 0 : (unread?.least ?? 0);
  useEffect(() => {
    // A page that is not installed has no icon, and the browser may refuse.
    navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
}
