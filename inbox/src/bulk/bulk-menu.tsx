import { ChevronDown, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';

interface BulkMenuProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button with a popover, which does not move the rest of the bar. */
export function BulkMenu({ icon, label, isDisabled = false, children }: BulkMenuProps) {
  const id = useId();
  return (
    <div class="bulk-menu">
      <button type="button" class="quiet small" popovertarget={id} disabled={isDisabled}>
        <Icon of={icon} />
        <span class="bar-name">{label}</span>
        <Icon of={ChevronDown} />
      </button>
      <div id={id} popover="auto" class="popover">
        {children}
      </div>
    </div>
  );
}
