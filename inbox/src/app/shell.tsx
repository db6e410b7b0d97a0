import '../triage/intake.css';
import { useState } from 'preact/hooks';
import { useKeys } from '../keys/keys.ts';
import type { Language } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { ToastList } from '../parts/toast-list.tsx';
import { ChannelBanner } from '../settings/channel-banner.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { DiskBanner } from './disk-banner.tsx';
import { Screens } from './screens.tsx';
import { SideBar } from './side-bar.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useAppBadge } from './use-app-badge.ts';

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
