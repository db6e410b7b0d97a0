import { useCell } from '../cells/cell.ts';
import type { Language } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { Link, useLocation } from '../router/router.tsx';
import { AccountMenu } from './account-menu.tsx';
import { pages } from './screens.tsx';

export interface TopBarProps {
  onLanguage(language: Language): void;
  onHelp(): void;
}

export function TopBar({ onLanguage, onHelp }: TopBarProps) {
  const { list } = useInbox();
  const { text, region } = useTranslator();
  const { route } = useLocation();
  const unread = useCell(list.unread);
  const search = searchOf(useCell(list.view));
  const isInList = route.name === 'list' || route.name === 'request';
  return (
    <header class="top">
      <nav aria-label={text('pages')}>
        <Link to={`/${search}`} aria-current={isInList ? 'page' : undefined}>
          {text('inbox')}{' '}
          {unread && unread.least > 0 && (
            <span class="badge">
              {countText(unread, region)} <span class="visually-hidden">{text('unread')}</span>
            </span>
          )}
        </Link>
        {pages.map(({ name, path }) => (
          <Link key={name} to={path} aria-current={route.name === name ? 'page' : undefined}>
            {text(name)}
          </Link>
        ))}
      </nav>
      <div class="tools">
        <button
          type="button"
          class="quiet help"
          onClick={onHelp}
          aria-label={text('keysTitle')}
          title={text('keysTitle')}
        >
          <kbd>?</kbd>
        </button>
        <AccountMenu onLanguage={onLanguage} onHelp={onHelp} />
      </div>
    </header>
  );
}
