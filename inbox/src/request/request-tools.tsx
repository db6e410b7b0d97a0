import { ChevronDown, ChevronUp, type IconNode } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { PriceMark } from '../parts/price-mark.tsx';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import { BackLink } from './back-link.tsx';

interface RequestToolsProps {
  readonly request: InboxRequest;
  /** Whether to show the customer and the price, because the head of the request is out of sight. */
  readonly isNamed: boolean;
}

/** Links back to where the request was opened, and to the previous and next request of the list, if it is in one. */
export function RequestTools({ request, isNamed }: RequestToolsProps) {
  return (
    <div class="request-tools">
      <BackLink class="button button-plain" />
      {isNamed && (
        <p class="scrolled-head" aria-hidden="true">
          <bdi>{shownName(request.customerName)}</bdi>
          <PriceMark request={request} />
        </p>
      )}
      {!request.held && <Turns id={request.id} />}
    </div>
  );
}

function Turns({ id }: { readonly id: string }) {
  const { list } = useInbox();
  const router = useRouter();
  const search = searchOf(useCell(list.view));
  const [previous, next] = useNeighbours(id);
  const go = (to: string | null) => to !== null && router.replace(pathOf({ name: 'request', id: to }) + search);
  return (
    <span class="turns">
      <Turn action="previous" icon={ChevronUp} isEnd={previous === null} onPress={() => go(previous)} />
      <Turn action="next" icon={ChevronDown} isEnd={next === null} onPress={() => go(next)} />
    </span>
  );
}

interface TurnProps {
  readonly action: 'previous' | 'next';
  readonly icon: IconNode;
  readonly isEnd: boolean;
  onPress(): void;
}

function Turn({ action, icon, isEnd, onPress }: TurnProps) {
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const name = text(`key_${action}`);
  return (
    <button
      type="button"
      class="button button-plain button-icon"
      aria-disabled={isEnd}
      aria-label={name}
      title={name}
      {...hintOf(action, name)}
      onClick={onPress}
    >
      <Icon of={icon} />
    </button>
  );
}

/** Returns the previous and the next request of the list. Loads the next page when needed. */
function useNeighbours(id: string): readonly [string | null, string | null] {
  const { list } = useInbox();
  const ids = useCell(list.ids);
  const [neighbours, setNeighbours] = useState<readonly [string | null, string | null]>([null, null]);
  useEffect(() => {
    let isCancelled = false;
    void Promise.all([list.neighbour(id, -1), list.neighbour(id, 1)]).then((found) => {
      if (!isCancelled) setNeighbours([ids.includes(id) ? found[0] : null, found[1]]);
    });
    return () => {
      isCancelled = true;
    };
  }, [id, ids]);
  return neighbours;
}
