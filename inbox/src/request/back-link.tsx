import { ArrowLeft } from 'lucide';
import { DirectedIcon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { isPlainClick } from '../router/plain-click.ts';
import { useLocation, useRouter } from '../router/router.tsx';
import { pathOf, type Route, routeOf } from '../router/routes.ts';
import { useOpensHeld } from './use-opens-held.ts';

const names: { readonly [name in Route['name']]?: 'toBoard' | 'toSettings' | 'held' } = {
  board: 'toBoard',
  settings: 'toSettings',
  held: 'held',
};

/** A link to the page from which the request was opened. */
export function BackLink({ class: className }: { readonly class?: string }) {
  const { list } = useInbox();
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const router = useRouter();
  const { from } = useLocation();
  const inbox = `/${searchOf(useCell(list.view))}`;
  const toList = useOpensHeld() ? pathOf({ name: 'held' }) : inbox;
  const place = text(names[routeOf(from ?? toList).name] ?? 'toInbox');
  return (
    <a
      class={className}
      href={from ?? toList}
      {...hintOf('close', place)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        router.close(toList);
      }}
    >
      <DirectedIcon of={ArrowLeft} />
      <span class="to-inbox">{place}</span>
    </a>
  );
}
