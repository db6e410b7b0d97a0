import { ChevronDown } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';

export interface BulkMenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A button with a popover, which does not move the rest of the bar. */
export function BulkMenu({ label, children }: BulkMenuProps) {
  const id = useId();
  return (
    <div class="bulk-menu">
      <button type="button" class="quiet small" popovertarget={id}>
        {label} <Icon of={ChevronDown} />
      </button>
      <div id={id} popover="auto" class="popover">
        {children}
      </div>
    </div>
  );
}
