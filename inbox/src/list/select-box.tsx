import type { InboxRequest } from '../api/shapes.ts';
import { usePart } from '../cells/cell.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';

/** The box that selects a request for a bulk change. Renders nothing for a viewer. */
export function SelectBox({ request: { id, customerName, number } }: { readonly request: InboxRequest }) {
  const { list, selection } = useInbox();
  const { text } = useTranslator();
  const mayWrite = useRole('operator');
  const isSelected = usePart(selection.ids, (ids) => ids.has(id));
  if (!mayWrite) return null;
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isSelected}
        onClick={({ shiftKey }) => (shiftKey ? selection.toggleTo(id, list.ids.value) : selection.toggle(id))}
        aria-label={text('select', { name: shownName(customerName), number })}
      />
    </label>
  );
}
