import { useState } from 'preact/hooks';
import type { InboxRequest } from '../../api/shapes.ts';
import { useKeys } from '../../keys/keys.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useRole } from '../../model/inbox-context.ts';
import { useRouter } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { EraseHeld } from './erase-held.tsx';
import { HeldRow } from './held-row.tsx';
import { useEraseSoon } from './use-erase-soon.ts';
import { useRelease } from './use-release.ts';

interface HeldListProps {
  readonly items: readonly InboxRequest[];
  /** Called when some are released or erased. */
  onEnd(): void;
}

/** The held requests. The buttons and keys of a row need no tick; with ticks the keys apply to all ticked rows. */
export function HeldList({ items, onEnd }: HeldListProps) {
  const { text } = useIntakeWords();
  const router = useRouter();
  const mayWrite = useRole('operator');
  const mayErase = useRole('owner');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [isErasing, setErasing] = useState(false);
  const { release, isBusy, fault } = useRelease();
  const { eraseSoon } = useEraseSoon();
  const chosen = items.map(({ id }) => id).filter((id) => ticked.has(id));
  const count = chosen.length;
  const at = items.findIndex(({ id }) => id === currentId);
  const current = items[at];

  function tick(id: string): void {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  }

  const goTo = (index: number) => setCurrentId(items[Math.min(Math.max(index, 0), items.length - 1)]?.id ?? null);

  /** Moves from a row that is about to leave to its neighbour. */
  function leave(id: string): void {
    if (id === currentId) setCurrentId((items[at + 1] ?? items[at - 1])?.id ?? null);
  }

  async function releaseSome(ids: readonly string[]): Promise<void> {
    if (!(await release(ids))) return;
    ids.forEach(leave);
    onEnd();
  }

  function erase(request: InboxRequest): void {
    leave(request.id);
    eraseSoon(request);
  }

  useKeys({
    next: () => goTo(at + 1),
    previous: () => goTo(at - 1),
    open: () => current && router.go(pathOf({ name: 'request', id: current.id })),
    ...(mayWrite && {
      select: () => current && tick(current.id),
      release: () => {
        const ids = count > 0 ? chosen : current ? [current.id] : [];
        if (ids.length > 0) void releaseSome(ids);
      },
    }),
    ...(mayErase && {
      eraseHeld: () => {
        if (count > 0) setErasing(true);
        else if (current) erase(current);
      },
    }),
    ...(count > 0 && { clear: () => setTicked(new Set<string>()) }),
  });

  return (
    <>
      {mayWrite && (
        <div class="held-bar">
          <label class="check">
            <input
              type="checkbox"
              checked={count === items.length}
              onChange={() => setTicked(new Set(count === items.length ? [] : items.map(({ id }) => id)))}
            />
            {text('heldSelectAll')}
          </label>
          {count > 0 && (
            <button
              type="button"
              class="button button-small"
              aria-disabled={isBusy}
              onClick={() => void releaseSome(chosen)}
            >
              {text('releaseChosen', { count })}
            </button>
          )}
          {count > 0 && mayErase && (
            <button type="button" class="button button-small button-bad" onClick={() => setErasing(true)}>
              {text('heldErase', { count })}
            </button>
          )}
        </div>
      )}
      {fault !== '' && <p class="fault">{fault}</p>}
      <ul class="held-list">
        {items.map((request) => (
          <HeldRow
            key={request.id}
            request={request}
            isTicked={ticked.has(request.id)}
            isCurrent={request.id === currentId}
            onFocus={() => setCurrentId(request.id)}
            onTick={mayWrite ? () => tick(request.id) : null}
            onRelease={mayWrite ? () => void releaseSome([request.id]) : null}
            onErase={mayErase ? () => erase(request) : null}
          />
        ))}
      </ul>
      {isErasing && (
        <EraseHeld
          ids={chosen}
          onClose={(hasErased) => {
            setErasing(false);
            if (hasErased) onEnd();
          }}
        />
      )}
    </>
  );
}
