import type { ComponentType } from 'preact';
import { BoardScreen } from '../board/board-screen.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { useTitle } from '../parts/use-title.ts';
import { Link, useLocation } from '../router/router.tsx';
import { SettingsScreen } from '../settings/settings-screen.tsx';

/** A page other than the list. */
interface Page {
  readonly name: 'board' | 'settings';
  readonly path: string;
  readonly Screen: ComponentType;
}

/** The pages in the order of the navigation. Their names are route names. */
export const pages: readonly Page[] = [
  { name: 'board', path: '/board', Screen: BoardScreen },
  { name: 'settings', path: '/settings', Screen: SettingsScreen },
];

/** The page of the address. The list stays mounted next to an open request and keeps its scroll position. */
export function Screens() {
  const { route } = useLocation();
  const page = pages.find(({ name }) => name === route.name);
  if (page) return <page.Screen />;
  return route.name === 'list' || route.name === 'request' ? <ListScreen /> : <NotFound />;
}

function NotFound() {
  const { text } = useTranslator();
  useTitle(text('missingTitle'));
  return (
    <main id="main" class="message">
      <h1>{text('missingTitle')}</h1>
      <p>{text('missingHint')}</p>
      <Link to="/">{text('toInbox')}</Link>
    </main>
  );
}
