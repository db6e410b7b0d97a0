import { useTranslator } from '../language/translator-context.ts';
import './settings.css';
import { ArrowLeft } from 'lucide';
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { firstRunChoices } from '../first-run/first-run-choices.ts';
import { useInbox } from '../model/inbox-context.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { useTitle } from '../parts/use-title.ts';
import { Link, useLocation, useRouter } from '../router/router.tsx';
import { AccountSection } from './account-section.tsx';
import { HistorySection } from './history-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { addressOfSection, isOffered, type SectionEntry, sectionGroups, sectionsOf } from './section-table.ts';
import { TokensSection } from './tokens-section.tsx';

const contents: Readonly<Record<SectionEntry['path'], ComponentType>> = {
  start: FirstRun,
  form: lazyComponent(() => import('../studio/form-section.tsx').then((loaded) => loaded.FormSection)),
  opening: lazyComponent(() => import('../triage/opening/opening-page.tsx').then((loaded) => loaded.OpeningPage)),
  queue: lazyComponent(() => import('../studio/saved/queue-page.tsx').then((loaded) => loaded.QueuePage)),
  junk: lazyComponent(() => import('../triage/guard/junk-page.tsx').then((loaded) => loaded.JunkPage)),
  channels: lazyComponent(() => import('./channels-section.tsx').then((loaded) => loaded.ChannelsSection)),
  people: PeopleSection,
  mails: lazyComponent(() => import('./mails-section.tsx').then((loaded) => loaded.MailsSection)),
  tokens: TokensSection,
  blocks: lazyComponent(() => import('../triage/guard/blocks-section.tsx').then((loaded) => loaded.BlocksSection)),
  health: lazyComponent(() => import('./health-section.tsx').then((loaded) => loaded.HealthSection)),
  account: AccountSection,
  history: HistorySection,
};

/** The settings of the studio and of the person, by groups. A narrow window lists the pages first. */
export function SettingsScreen() {
  const router = useRouter();
  const { route } = useLocation();
  const { section, item } = route.name === 'settings' ? route : { section: '', item: '' };
  const { text } = useTranslator();
  const session = useCell(useInbox().sessions.session);
  const { isDismissed } = useCell(firstRunChoices);
  const hasGuard = useCell(useInbox().guard.summary) !== null;
  const isNarrow = useIsNarrow();
  const open = sectionsOf(session?.operator.role ?? 'viewer').filter(({ path }) => path !== 'start' || !isDismissed);
  const named = open.find(({ path }) => path === section);
  const offered = open.filter((entry) => entry === named || isOffered(entry, hasGuard));
  const first = offered[0];
  const isReplaced = session !== null && !named && !isNarrow && first !== undefined;
  useEffect(() => {
    if (isReplaced) router.replace(addressOfSection(first));
  }, [isReplaced]);
  useTitle(text(named?.title ?? 'settings'));
  const state = named === undefined ? '' : named.path === 'form' ? 'settings-open settings-wide' : 'settings-open';
  return (
    <main id="main" class={`settings ${state}`}>
      <nav aria-label={text('settings')}>
        {!named && <h1>{text('settings')}</h1>}
        {sectionGroups.map((group) => (
          <Group key={group} name={text(`settingsGroup_${group}`)}>
            {offered
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Link key={entry.path} to={addressOfSection(entry)} aria-current={entry === named ? 'page' : undefined}>
                  <Icon of={entry.icon} />
                  {text(entry.title)}
                </Link>
              ))}
          </Group>
        ))}
      </nav>
      {named && <Content entry={named} isWhole={item === ''} />}
    </main>
  );
}

interface GroupProps {
  readonly name: string;
  readonly children: readonly ComponentChild[];
}

function Group({ name, children }: GroupProps) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" class="settings-group" aria-labelledby={id}>
      <p id={id} class="settings-group-name">
        {name}
      </p>
      {children}
    </div>
  );
}

/** @param isWhole Whether the page itself is open, and no part of it. */
function Content({ entry, isWhole }: { readonly entry: SectionEntry; readonly isWhole: boolean }) {
  const { text } = useTranslator();
  const Section = contents[entry.path];
  return (
    <div class="settings-content">
      <Link class="button button-plain button-small settings-back" to="/settings">
        <DirectedIcon of={ArrowLeft} /> {text('settings')}
      </Link>
      {isWhole ? (
        <header>
          <h1>{text(entry.title)}</h1>
          <p class="muted">{text(entry.hint)}</p>
        </header>
      ) : (
        <h1 class="visually-hidden">{text(entry.title)}</h1>
      )}
      <Section />
    </div>
  );
}

/** As the style sheet says. */
const narrow = window.matchMedia('(width < 48rem)');

function useIsNarrow(): boolean {
  const [isNarrow, set] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => set(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}
