import { Bookmark, Command, Copy, ExternalLink, type IconNode, Inbox, LayoutGrid, ShieldAlert } from 'lucide';
import { useCell } from '../cells/cell.ts';
import { keyTable, nameOfKey } from '../keys/key-table.ts';
import { possibleActions, runAction } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { savedViews } from '../model/saved-views.ts';
import { copyText } from '../parts/copy-text.ts';
import { useFormUrl } from '../parts/loaded-part.tsx';
import { useRouter } from '../router/router.tsx';
import { addressOfSection, isOffered, sectionsOf } from '../settings/section-table.ts';
import { commandIcons } from './command-icons.ts';
import type { PaletteItem } from './palette-item.ts';
import { pageWords } from './palette-words.ts';
import { useOpeningCommands } from './use-opening-commands.ts';

/** Returns all that the palette offers besides requests: commands that can be done now, views and pages. */
export function usePaletteItems(): readonly PaletteItem[] {
  const { sessions, studioViews, guard, toasts } = useInbox();
  const { text } = useTranslator();
  const router = useRouter();
  const role = useCell(sessions.session)?.operator.role ?? 'viewer';
  const own = useCell(savedViews);
  const shared = useCell(studioViews.shown);

  const formUrl = useFormUrl();
  const openingCommands = useOpeningCommands();

  async function copyFormLink(url: string): Promise<void> {
    toasts.show({ text: (await copyText(url)) ? text('formLinkCopied') : url });
  }

  const link = (to: string, label: string, icon: IconNode, group: PaletteItem['group'], detail?: string) => ({
    id: `${group} ${to} ${label}`,
    group,
    icon,
    label,
    ...(detail !== undefined && { detail }),
    run: () => router.go(to),
  });
  const hasGuard = useCell(guard.summary) !== null;
  const sections = sectionsOf(role).filter((section) => isOffered(section, hasGuard));
  return [
    ...possibleActions().map((action) => ({
      id: action,
      group: 'commands' as const,
      icon: commandIcons[action] ?? Command,
      label: text(`key_${action}`),
      keys: keyTable.filter((entry) => entry.action === action).map(({ key }) => nameOfKey(key)),
      run: () => runAction(action),
    })),
    ...openingCommands,
    ...(formUrl === null
      ? []
      : [
          {
            id: 'copy form',
            group: 'commands' as const,
            icon: Copy,
            label: text('formLinkCopy'),
            words: text('words_share'),
            run: () => void copyFormLink(formUrl),
          },
          {
            id: 'open form',
            group: 'commands' as const,
            icon: ExternalLink,
            label: text('firstFormOpen'),
            words: text('words_share'),
            run: () => void window.open(formUrl, '_blank', 'noopener'),
          },
        ]),
    ...own.map(({ name, search }) => link(`/${search}`, name, Bookmark, 'views', text('viewsOwn'))),
    ...shared.map(({ name, search }) => link(`/${search}`, name, Bookmark, 'views', text('viewsStudio'))),
    link('/', text('inbox'), Inbox, 'pages'),
    link('/board', text('board'), LayoutGrid, 'pages'),
    ...(hasGuard ? [link('/held', text('held'), ShieldAlert, 'pages')] : []),
    ...sections.map((entry) => {
      const key = pageWords[entry.path];
      const item = link(addressOfSection(entry), text(entry.title), entry.icon, 'pages', text('settings'));
      return key === undefined ? item : { ...item, words: text(key) };
    }),
  ];
}
