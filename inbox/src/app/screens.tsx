import { useTranslator } from '../language/translator-context.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { useTitle } from '../parts/use-title.ts';
import { Link, useLocation } from '../router/router.tsx';

const BoardScreen = lazyComponent(() => import('../board/board-screen.tsx').then((loaded) => loaded.BoardScreen));
const HeldScreen = lazyComponent(() => import('../triage/guard/held-screen.tsx').then((loaded) => loaded.HeldScreen));
const SettingsScreen = lazyComponent(() =>
  import('../settings/settings-screen.tsx').then((loaded) => loaded.SettingsScreen),
);

/** The page of the address. The list stays mounted next to an open request and keeps its scroll position. */
export function Screens() {
  const { route } = useLocation();
  if (route.name === 'board') return <BoardScreen />;
  if (route.name === 'held') return <HeldScreen />;
  if (route.name === 'settings') return <SettingsScreen />;
  return route.name === 'missing' ? <NotFound /> : <ListScreen />;
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
