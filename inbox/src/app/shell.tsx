import '../triage/intake.css';
import { useEffect, useState } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useKeys } from '../keys/keys.ts';
import type { Language } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { ToastList } from '../parts/toast-list.tsx';
import { ChannelBanner } from '../settings/channel-banner.tsx';
import { ConnectionNotice, DiskBanner } from './banners.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Screens } from './screens.tsx';
import { SideBar } from './side-bar.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

const KeyHelp = lazyComponent(() => import('../parts/key-help.tsx').then((loaded) => loaded.KeyHelp), Nothing);

/** The layout around every page. */
export function Shell({ onLanguage }: { onLanguage(language: Language): void }) {
  const { decisions } = useInbox();
  const { text } = useTranslator();
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  useAppBadge();
  useKeys({ help: () => setIsHelpOpen(true), undo: () => void decisions.undo() });

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {text('skip')}
      </a>
      <SideBar onLanguage={onLanguage} onHelp={() => setIsHelpOpen(true)} />
      <div class="banners">
        <ConnectionNotice />
        <div role="status" class="banner">
          <DiskBanner />
          <ChannelBanner />
        </div>
      </div>
      <Screens />
      <ToastList />
      {isHelpOpen && <KeyHelp onClose={() => setIsHelpOpen(false)} />}
      <ConflictDialog />
      <SignInDialog />
    </div>
  );
}

/** Shows a signed-in person the number of unread requests at the icon of the installed page, where browsers can. */
function useAppBadge(): void {
  const { list, sessions } = useInbox();
  const unread = useCell(list.unread);
  const isSignedOut = useCell(sessions.isAsking);
  const count = isSignedOut ? 0 : (unread?.least ?? 0);
  useEffect(() => {
    // A page that is not installed has no icon, and the browser may refuse.
    navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
}
