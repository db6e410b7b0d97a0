import { ArrowLeft } from 'lucide';
import { DirectedIcon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { isPlainClick } from '../router/plain-click.ts';
import { useLocation, useRouter } from '../router/router.tsx';
import { routeOf } from '../router/routes.ts';

/** A link to the page from which the request was opened. */
export function BackLink({ class: className }: { readonly class?: string }) {
  const { list } = useInbox();
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const router = useRouter();
  const { from } = useLocation();
  const toList = `/${searchOf(useCell(list.view))}`;
  const name = from === null ? 'list' : routeOf(from).name;
  const place = text(name === 'board' ? 'toBoard' : name === 'settings' ? 'toSettings' : 'toInbox');
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
