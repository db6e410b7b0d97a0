import { useState } from 'preact/hooks';
import type { InboxRequest } from '../../api/shapes.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useRole } from '../../model/inbox-context.ts';
import { EraseHeld } from './erase-held.tsx';
import { HeldRow } from './held-row.tsx';
import { useRelease } from './use-release.ts';

interface HeldListProps {
  readonly items: readonly InboxRequest[];
  /** Called when some are released or erased. */
  onEnd(): void;
}

export function HeldList({ items, onEnd }: HeldListProps) {
  const { text } = useIntakeWords();
  const mayWrite = useRole('operator');
  const mayErase = useRole('owner');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isErasing, setErasing] = useState(false);
  const { release, isBusy, fault } = useRelease();
  const chosen = items.map(({ id }) => id).filter((id) => ticked.has(id));
  const count = chosen.length;

  function tick(id: string): void {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  }

  async function releaseSome(ids: readonly string[]): Promise<void> {
    if (await release(ids)) onEnd();
  }

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
            <button type="button" class="button" aria-disabled={isBusy} onClick={() => void releaseSome(chosen)}>
              {text('releaseChosen', { count })}
            </button>
          )}
          {count > 0 && mayErase && (
            <button type="button" class="button button-bad" onClick={() => setErasing(true)}>
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
            mayWrite={mayWrite}
            onTick={() => tick(request.id)}
            onRelease={() => void releaseSome([request.id])}
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
