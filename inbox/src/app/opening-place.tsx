import { usePart } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';

const OpeningPanel = lazyComponent(
  () => import('../triage/opening/opening-panel.tsx').then((loaded) => loaded.OpeningPanel),
  Nothing,
);

/** Whether the form is open. Nothing while nobody has set that. */
export function OpeningState() {
  const isSet = usePart(useInbox().opening.report, (report) => report !== null);
  return isSet ? <OpeningPanel /> : null;
}
