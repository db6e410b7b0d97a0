import type { InboxRequest } from '../api/shapes.ts';
import { usePart } from '../cells/cell.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';

const HeldNotice = lazyComponent(
  () => import('../triage/guard/held-notice.tsx').then((loaded) => loaded.HeldNotice),
  Nothing,
);
const BlockMenu = lazyComponent(
  () => import('../triage/guard/block-menu.tsx').then((loaded) => loaded.BlockMenu),
  Nothing,
);

interface GuardPartProps {
  readonly request: InboxRequest;
}

/** The guard's signals in the request, if it has some. */
export function HeldPart({ request }: GuardPartProps) {
  return request.held || request.signals ? <HeldNotice request={request} /> : null;
}

/** Blocks the sender, while there is a guard. */
export function BlockPart({ request }: GuardPartProps) {
  const isOn = usePart(useInbox().guard.summary, (summary) => summary !== null);
  return useRole('operator') && isOn ? <BlockMenu request={request} /> : null;
}
