import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { excerptOf } from '../../model/excerpt.ts';
import { ThumbStrip } from '../../parts/thumb-strip.tsx';
import { useCurrentItem } from '../../parts/use-current-item.ts';
import { useKeyHint } from '../../parts/use-key-hint.ts';
import { useMinute } from '../../parts/use-minute.ts';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { SignalChips } from './signal-chips.tsx';

interface HeldRowProps {
  readonly request: InboxRequest;
  readonly isTicked: boolean;
  readonly isCurrent: boolean;
  onFocus(): void;
  /** Null for people without the permission. */
  readonly onTick: (() => void) | null;
  readonly onRelease: (() => void) | null;
  readonly onErase: (() => void) | null;
}

const mostCharacters = 300;

export function HeldRow({ request, isTicked, isCurrent, onFocus, onTick, onRelease, onErase }: HeldRowProps) {
  const { text } = useIntakeWords();
  const { age, time } = useFormats();
  const hintOf = useKeyHint();
  const now = useMinute();
  const row = useCurrentItem(isCurrent, false);
  const { id, number, createdAt, held } = request;
  const name = shownName(request.customerName);
  return (
    <li ref={row} class={isCurrent ? 'current' : undefined}>
      {onTick && (
        <label class="tick">
          <input
            type="checkbox"
            aria-label={text('heldSelect', { name, number })}
            checked={isTicked}
            onChange={onTick}
          />
        </label>
      )}
      <div class="held-request">
        <p class="held-sender">
          <Link to={pathOf({ name: 'request', id })} onFocus={onFocus}>
            <bdi>{name}</bdi>
          </Link>
          <bdi class="muted">{request.customerEmail}</bdi>
        </p>
        <p class="held-message" dir="auto">
          {excerptOf(request.message, mostCharacters)}
        </p>
        {held && <SignalChips signals={held.reasons} />}
      </div>
      <ThumbStrip request={request} />
      <time class="age" dateTime={createdAt} title={time(createdAt)}>
        {age(createdAt, now)}
      </time>
      {onRelease && (
        <div class="held-actions">
          <button
            type="button"
            class="button button-small"
            {...hintOf('release', text('release'))}
            aria-label={text('releaseOf', { name })}
            onClick={onRelease}
          >
            {text('release')}
          </button>
          {onErase && (
            <button
              type="button"
              class="button button-small button-plain button-bad"
              {...hintOf('eraseHeld', text('heldEraseOne'))}
              aria-label={text('heldEraseOf', { name })}
              onClick={onErase}
            >
              {text('heldEraseOne')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
