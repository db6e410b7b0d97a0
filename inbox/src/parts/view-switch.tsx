import { type IconNode, LayoutGrid, List, SquareKanban } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { createStoredCell, useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { Link, useLocation } from '../router/router.tsx';

const layouts: readonly {
  readonly layout: ListLayout;
  readonly name: 'asList' | 'asGallery';
  readonly of: IconNode;
}[] = [
  { layout: 'list', name: 'asList', of: List },
  { layout: 'gallery', name: 'asGallery', of: LayoutGrid },
];

/** Switches between list, gallery and board. This browser remembers whether the list is a gallery. */
export function ViewSwitch() {
  const { list } = useInbox();
  const { text } = useTranslator();
  const { route } = useLocation();
  const chosen = useCell(listLayout);
  const toList = `/${searchOf(useCell(list.view))}`;
  const isBoard = route.name === 'board';
  return (
    <nav class="view-switch" aria-label={text('showAs')}>
      {layouts.map(({ layout, name, of }) => (
        <Link
          key={layout}
          to={toList}
          title={text(name)}
          aria-label={text(name)}
          aria-current={!isBoard && chosen === layout ? 'true' : undefined}
          onFollow={() => listLayout.set(layout)}
        >
          <Icon of={of} />
        </Link>
      ))}
      <Link to="/board" title={text('board')} aria-label={text('board')} aria-current={isBoard ? 'page' : undefined}>
        <Icon of={SquareKanban} />
      </Link>
    </nav>
  );
}

const listLayouts = ['list', 'gallery'] as const;
type ListLayout = (typeof listLayouts)[number];

/** The layout of the list. Stored in this browser. */
export const listLayout = createStoredCell<ListLayout>(
  'inbox-layout',
  'list',
  (value) => listLayouts.find((layout) => layout === value) ?? null,
);
