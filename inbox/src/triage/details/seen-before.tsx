import type { InboxRequest } from '../../api/shapes.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';

/** Other requests that came with the same files, or with pictures that look the same (S33). */
export function SeenBefore({ seen }: { readonly seen: NonNullable<InboxRequest['seenBefore']> }) {
  const { text } = useIntakeWords();
  const { text: textOf } = useTranslator();
  const once = seen.filter(
    ({ requestId, alike }, index) =>
      seen.findIndex((other) => other.requestId === requestId && other.alike === alike) === index,
  );
  return (
    <ul class="seen" aria-label={text('seenBefore')}>
      {once.map(({ requestId, alike, number, status }) => (
        <li key={`${requestId} ${alike}`}>
          <Link to={pathOf({ name: 'request', id: requestId })}>
            {text(`seen_${alike}`, { number, status: textOf(`status_${status}`) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
