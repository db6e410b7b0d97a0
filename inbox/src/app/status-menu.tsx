import { Ellipsis } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { requestStatuses } from '../../../src/events/statuses.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { useLocation } from '../router/router.tsx';
import { AllLink, HeldLink, SettingsLink, StatusLink, useIsInHeld, useIsInList } from './side-links.tsx';

/** The links behind a button, where the bar is a row. The chosen one is beside it. */
export function StatusMenu() {
  const { text } = useTranslator();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const { statuses } = useCell(useInbox().list.view);
  const isInList = useIsInList();
  const { route } = useLocation();
  const isHeld = useIsInHeld();
  const chosen = requestStatuses.find((status) => isInList && String(statuses) === status);
  return (
    <>
      {chosen && <StatusLink status={chosen} />}
      {isInList && statuses === 'all' && <AllLink />}
      {isHeld && <HeldLink />}
      {route.name === 'settings' && <SettingsLink />}
      <button type="button" class="side-item" popovertarget={id} title={text('moreStatuses')}>
        <Icon of={Ellipsis} />
        <span class="side-name">{text('moreStatuses')}</span>
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links take the presses */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key presses a link, which is a click too */}
      <div id={id} ref={menu} popover="auto" class="menu side-menu" onClick={() => menu.current?.hidePopover()}>
        {requestStatuses.map((status) => (
          <StatusLink key={status} status={status} />
        ))}
        <AllLink />
        <HeldLink />
        <SettingsLink />
      </div>
    </>
  );
}

/** As in `frame.css`. */
const narrow = matchMedia('(width < 50rem)');

/** Whether the bar is a row above the requests. */
export function useIsRow(): boolean {
  const [isRow, setIsRow] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => setIsRow(narrow.matches);
    follow();
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isRow;
}
