import { useTranslator } from '../language/translator-context.ts';
import './settings.css';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { firstRunChoices } from '../first-run/first-run-choices.ts';
import { useInbox } from '../model/inbox-context.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { useTitle } from '../parts/use-title.ts';
import { Link, useLocation } from '../router/router.tsx';
import { AccountSection } from './account-section.tsx';
import { HistorySection } from './history-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { addressOfSection, type SectionEntry, sectionsOf } from './section-table.ts';
import { TokensSection } from './tokens-section.tsx';

const contents: Readonly<Record<SectionEntry['path'], ComponentType>> = {
  start: FirstRun,
  form: lazyComponent(() => import('../studio/form-section.tsx').then((loaded) => loaded.FormSection)),
  channels: lazyComponent(() => import('./channels-section.tsx').then((loaded) => loaded.ChannelsSection)),
  people: PeopleSection,
  mails: lazyComponent(() => import('./mails-section.tsx').then((loaded) => loaded.MailsSection)),
  tokens: TokensSection,
  blocks: lazyComponent(() => import('../triage/guard/blocks-section.tsx').then((loaded) => loaded.BlocksSection)),
  health: lazyComponent(() => import('./health-section.tsx').then((loaded) => loaded.HealthSection)),
  '': AccountSection,
  history: HistorySection,
};

/** The person's own settings, and for owners the settings of the installation. */
export function SettingsScreen() {
  const { route } = useLocation();
  const { section, item } = route.name === 'settings' ? route : { section: '', item: '' };
  const { text } = useTranslator();
  const role = useCell(useInbox().sessions.session)?.operator.role ?? 'viewer';
  const { isDismissed } = useCell(firstRunChoices);
  const hasGuard = useCell(useInbox().guard.summary) !== null;
  const open = sectionsOf(role, hasGuard).filter(({ path }) => path !== 'start' || !isDismissed);
  const shown = open.find(({ path }) => path === section) ?? open.find(({ path }) => path === '');
  const nav = useRef<HTMLElement>(null);
  useTitle(shown ? text(shown.title) : null);
  // On a narrow window the names are a row that scrolls.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown?.path]);
  if (!shown) return null;
  const Content = contents[shown.path];
  return (
    <main id="main" class={shown.path === 'form' ? 'settings settings-wide' : 'settings'}>
      <nav aria-label={text('settings')} ref={nav}>
        {open.map((entry) => (
          <Link
            key={entry.path}
            to={addressOfSection(entry)}
            title={text(entry.title)}
            aria-current={entry === shown ? 'page' : undefined}
          >
            <Icon of={entry.icon} />
            {text(entry.title)}
          </Link>
        ))}
      </nav>
      <div class="settings-content">
        {item === '' ? (
          <header>
            <h1>{text(shown.title)}</h1>
            <p class="muted">{text(shown.hint)}</p>
          </header>
        ) : (
          <h1 class="visually-hidden">{text(shown.title)}</h1>
        )}
        <Content />
      </div>
    </main>
  );
}
