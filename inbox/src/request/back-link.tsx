import { ArrowLeft } from 'lucide';
import { DirectedIcon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { isPlainClick, useLocation, useRouter } from '../router/router.tsx';
import { type Route, routeOf } from '../router/routes.ts';
import { useListPath } from './use-list-path.ts';

const names: { readonly [name in Route['name']]?: 'toBoard' | 'toSettings' | 'held' } = {
  board: 'toBoard',
  settings: 'toSettings',
  held: 'held',
};

/** A link to the page from which the request was opened. */
export function BackLink({ class: className }: { readonly class?: string }) {
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const router = useRouter();
  const { from } = useLocation();
  const toList = useListPath();
  const name = text(names[routeOf(from ?? toList).name] ?? 'toInbox');
  return (
    <a
      class={className}
      href={from ?? toList}
      {...hintOf('close', name)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        router.close(toList);
      }}
    >
      <DirectedIcon of={ArrowLeft} />
      <span class="to-inbox">{name}</span>
    </a>
  );
}
