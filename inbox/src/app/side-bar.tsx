import { CircleHelp, Ellipsis } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { openStatuses, requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell, usePart } from '../cells/cell.ts';
import type { Language } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { useLocation } from '../router/router.tsx';
import { AccountMenu } from './account-menu.tsx';
import { PaletteEntry } from './palette-entry.tsx';
import { AllLink, FoundMark, HeldLink, InboxLink, SettingsLink, StatusLink, useIsInList } from './side-links.tsx';
import { StatusMenu, useIsRow } from './status-menu.tsx';

interface SideBarProps {
  onLanguage(language: Language): void;
  onHelp(): void;
}

/** The statuses of everyday work, in the order of that work. */
const everyday: readonly RequestStatus[] = [...openStatuses, 'COMPLETED'];
const others = requestStatuses.filter((status) => !everyday.includes(status));

/** The links to the requests by status, the settings and the account. On a narrow window it is a row. */
export function SideBar({ onLanguage, onHelp }: SideBarProps) {
  const { text } = useTranslator();
  const { route } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const chosen = String(useCell(useInbox().list.view).statuses);
  const isRow = useIsRow();
  const isOther = useIsInList() && ['all', ...others].includes(chosen);

  // On a narrow window the current link may be outside of the visible part.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen, route.name]);

  return (
    <header class="side">
      <nav aria-label={text('pages')} ref={nav}>
        <FoundMark />
        <InboxLink />
        {isRow ? (
          <StatusMenu />
        ) : (
          <>
            <Statuses isOther={isOther} />
            <HeldLink />
            <SettingsLink />
          </>
        )}
      </nav>
      <OpeningState />
      <div class="side-foot">
        <PaletteEntry />
        <AccountMenu onLanguage={onLanguage} onHelp={onHelp} />
        <button
          type="button"
          class="quiet icon help"
          onClick={onHelp}
          aria-label={text('keysTitle')}
          aria-keyshortcuts="?"
          title={`${text('keysTitle')} (?)`}
        >
          <Icon of={CircleHelp} />
        </button>
      </div>
    </header>
  );
}

/** The statuses of everyday work, and the others folded. */
function Statuses({ isOther }: { readonly isOther: boolean }) {
  const { text } = useTranslator();
  return (
    <>
      {everyday.map((status) => (
        <StatusLink key={status} status={status} />
      ))}
      <details class="side-more" open={isOther}>
        <summary class="side-item" title={text('moreStatuses')}>
          <Icon of={Ellipsis} />
          <span class="side-name">{text('moreStatuses')}</span>
        </summary>
        {others.map((status) => (
          <StatusLink key={status} status={status} />
        ))}
        <AllLink />
      </details>
    </>
  );
}

const OpeningPanel = lazyComponent(
  () => import('../triage/opening/opening-panel.tsx').then((loaded) => loaded.OpeningPanel),
  Nothing,
);

/** Whether the form is open. A form that is always open is shown to those who may close it. */
function OpeningState() {
  const mayWrite = useRole('operator');
  const isShown = usePart(
    useInbox().opening.known,
    (known) => known !== null && (known.opening !== null || (mayWrite && !known.isLocked)),
  );
  return isShown ? <OpeningPanel /> : null;
}
