import type { ComponentType } from 'preact';
import type { OperatorRole } from '../../../src/operators/accounts/roles.ts';
import type { MessageKey } from '../language/inbox-messages.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useRole } from '../model/inbox-context.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { useTitle } from '../parts/use-title.ts';
import { Link, useLocation } from '../router/router.tsx';
import { AccountSection } from './account-section.tsx';
import { HistorySection } from './history-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { TokensSection } from './tokens-section.tsx';

const ChannelsSection = lazyComponent(() => import('./channels-section.tsx').then((loaded) => loaded.ChannelsSection));
const MailsSection = lazyComponent(() => import('./mails-section.tsx').then((loaded) => loaded.MailsSection));

interface Section {
  readonly path: string;
  readonly title: MessageKey;
  readonly role: OperatorRole;
  readonly content: ComponentType;
}

const sections: readonly [Section, ...Section[]] = [
  { path: '', title: 'settingsAccount', role: 'viewer', content: AccountSection },
  { path: 'people', title: 'settingsPeople', role: 'owner', content: PeopleSection },
  { path: 'tokens', title: 'settingsTokens', role: 'owner', content: TokensSection },
  { path: 'channels', title: 'settingsChannels', role: 'owner', content: ChannelsSection },
  { path: 'mails', title: 'settingsMails', role: 'owner', content: MailsSection },
  { path: 'history', title: 'settingsHistory', role: 'viewer', content: HistorySection },
];

/** The person's own settings, and for owners the settings of the installation. */
export function SettingsScreen() {
  const { route } = useLocation();
  const section = route.name === 'settings' ? route.section : '';
  const { text } = useTranslator();
  const isOwner = useRole('owner');
  const open = sections.filter(({ role }) => role !== 'owner' || isOwner);
  const shown = open.find(({ path }) => path === section) ?? sections[0];
  const Content = shown.content;
  useTitle(text(shown.title));
  return (
    <main id="main" class="settings">
      <nav aria-label={text('settings')}>
        {open.map(({ path, title }) => (
          <Link
            key={path}
            to={path === '' ? '/settings' : `/settings/${path}`}
            aria-current={path === shown.path ? 'page' : undefined}
          >
            {text(title)}
          </Link>
        ))}
      </nav>
      <div class="settings-content">
        <h1>{text(shown.title)}</h1>
        <Content />
      </div>
    </main>
  );
}
