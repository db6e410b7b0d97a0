import { useState } from 'preact/hooks';
import { ChannelBanner } from '../channels/channel-banner.tsx';
import { ConflictDialog } from '../conflict/conflict-dialog.tsx';
import { DiskBanner } from '../disk/disk-banner.tsx';
import { useInbox } from '../inbox-context.ts';
import { KeyHelp } from '../keys/key-help.tsx';
import { useKeys } from '../keys/keys.ts';
import type { Language } from '../language/languages.ts';
import { useTranslator } from '../language/translator-context.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import { ToastList } from '../toast/toast-list.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Screens } from './screens.tsx';
import { TopBar } from './top-bar.tsx';

/** The layout around every page. */
export function Shell({ onLanguage }: { onLanguage(language: Language): void }) {
  const { decisions } = useInbox();
  const { text } = useTranslator();
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  useKeys({ help: () => setIsHelpOpen(true), undo: () => void decisions.undo() });

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {text('skip')}
      </a>
      <TopBar onLanguage={onLanguage} onHelp={() => setIsHelpOpen(true)} />
      <div>
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
