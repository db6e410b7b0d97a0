import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { excerptOf } from '../../model/excerpt.ts';
import { useMinute } from '../../parts/use-minute.ts';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { SignalList } from './signal-list.tsx';

interface HeldRowProps {
  readonly request: InboxRequest;
  readonly isTicked: boolean;
  readonly mayWrite: boolean;
  onTick(): void;
  onRelease(): void;
}

const mostCharacters = 200;

export function HeldRow({ request, isTicked, mayWrite, onTick, onRelease }: HeldRowProps) {
  const { text } = useIntakeWords();
  const { age, time } = useFormats();
  const now = useMinute();
  const { id, number, createdAt, held } = request;
  const name = shownName(request.customerName);
  return (
    <li>
      {mayWrite && (
        <input type="checkbox" aria-label={text('heldSelect', { name, number })} checked={isTicked} onChange={onTick} />
      )}
      <div class="held-what">
        <p>
          <Link to={pathOf({ name: 'request', id })}>
            <bdi>{name}</bdi>
          </Link>{' '}
          <span class="muted">
            {number} · <bdi>{request.customerEmail}</bdi> ·{' '}
            <time dateTime={createdAt} title={time(createdAt)}>
              {age(createdAt, now)}
            </time>
          </span>
        </p>
        <p dir="auto">{excerptOf(request.message, mostCharacters)}</p>
        {held && <SignalList signals={held.reasons} />}
      </div>
      {mayWrite && (
        <button type="button" class="button button-small" aria-label={text('releaseOf', { name })} onClick={onRelease}>
          {text('release')}
        </button>
      )}
    </li>
  );
}
