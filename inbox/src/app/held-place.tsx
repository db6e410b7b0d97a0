import { ShieldAlert } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { useOpensHeld } from '../request/use-opens-held.ts';
import { Link, useLocation } from '../router/router.tsx';

/** A link to what the guard holds. Nothing while the guard is off. */
export function HeldLink() {
  const { text } = useTranslator();
  const { route } = useLocation();
  const isOpen = useOpensHeld();
  const summary = useCell(useInbox().guard.summary);
  if (summary === null) return null;
  const name = text('held');
  return (
    <Link class="place" to="/held" title={name} aria-current={route.name === 'held' || isOpen ? 'page' : undefined}>
      <Icon of={ShieldAlert} />
      <span class="place-name">{name}</span> {summary.waiting > 0 && <span class="count">{summary.waiting}</span>}
    </Link>
  );
}
